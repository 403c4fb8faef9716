import { OLDEST, YOUNGEST } from '@kindred/contract'
import type { AdmissionState, OwnUser, PrivacySettings } from '@kindred/contract'
import { type Language, languageOf } from '@kindred/contract/languages'
import type { Answering } from '../../../http/caller.ts'
import { isInGoodStanding, isPremium, type Account, type Profile } from '../../../http/session.ts'
import { toInstant } from '../../../infra/clock.ts'
import type { Reader } from '../../../infra/picture-address.ts'
import { placeIn } from '../places/city-names.ts'
import { countryCodeOf } from '../places/country-codes.ts'
import { storedHome } from '../places/places.ts'
import type { StoredTrip } from '../trips/rules.ts'
import { runningTrip, toVisiting } from '../trips/stored-trips.ts'
import {
  type Addressing,
  isGenderGroup,
  picturesFor,
  shownToOf,
  storedPictures,
  toOwnPictures,
  toPictureFields,
} from './users.ts'
import { toWaitingGender } from '../profile/profile.ts'
import { ageOn, isOnline, missingIn } from './rules.ts'
import { toOwnVoice } from '../voice-answers/stored-voice.ts'
import { isStaff, roleOf } from '../../../infra/staff.ts'

export const toPrivacySettings = (account: Account): PrivacySettings => ({
  showLastActive: account.show_last_active,
  hideAge: account.hide_age,
  hideGender: account.hide_gender,
  hideDistance: account.hide_distance,
  incognito: account.incognito,
  receipts: account.receipts,
  paused: account.state === 'paused',
  // Check constraints of the table allow these values only.
  units: account.units as PrivacySettings['units'],
  photoBlur: account.photo_blur as PrivacySettings['photoBlur'],
})

export const toProfileDetails = (profile: Profile | null) => ({
  gender: profile?.gender ?? null,
  // The contract's schemas parse these three values before they are saved.
  intention: (profile?.intention ?? null) as OwnUser['intention'],
  bio: profile?.bio ?? null,
  prompts: (profile?.prompts ?? []) as OwnUser['prompts'], // parsed as above
  voice: toOwnVoice(profile),
  interests: profile?.interests ?? [],
  languages: profile?.languages ?? [],
  basics: (profile?.basics ?? {}) as OwnUser['basics'], // parsed as above
  location: { city: profile?.city ?? null, country: profile?.country ?? null },
})

/** Members see where they live, also while others see them elsewhere. */
function toOwnPlaces(language: Language, profile: Profile | null): Pick<OwnUser, 'location' | 'trip'> {
  const home = storedHome(profile)
  const { city = null, country = null } = home ?? profile ?? {}
  const [trip, visiting] = [runningTrip(profile), toVisiting(profile)]
  return {
    location: placeIn(language, { city, country }),
    ...(trip && visiting && { trip: { _id: trip.id, ...placeIn(language, nameOf(trip)), to: trip.to, visiting } }),
  }
}

const nameOf = ({ city, country }: StoredTrip) => ({ city, country })

function toShownTo(profile: Profile | null): Pick<OwnUser, 'shownTo' | 'asksShownTo'> {
  if (!profile?.gender) return { shownTo: [], asksShownTo: false }
  const isInOwnWords = !isGenderGroup(profile.gender.toLowerCase())
  return {
    shownTo: shownToOf(profile.gender, profile.shown_to),
    asksShownTo: isInOwnWords && profile.shown_to_at === null,
  }
}

const toAccountFields = (account: Account, now: Date) => ({
  _id: account.id,
  firstName: account.first_name,
  lastName: account.last_name,
  name: account.first_name,
  email: account.email,
  createdAt: account.created_at.toISOString(),
  lastActive: toInstant(account.last_active_at),
  isActive: isInGoodStanding(account),
  isVIP: isPremium(account, now),
  isOnline: isOnline(account, now),
  isEmailVerified: account.email_verified_at !== null,
  emailVerificationSent: account.email_verification_sent_at !== null,
  // A check constraint of the table allows these values only.
  state: account.state as OwnUser['state'],
})

/** A legal hold, which members aren't told of, can delay it. */
const erasureOf = (due: Date, now: Date): Date => (due > now ? due : now)

export function toOwnUser(
  context: Addressing & Answering,
  sessionId: string,
  account: Account,
  profile: Profile | null,
  reader: Reader = 'member',
): OwnUser {
  const now = context.clock.now()
  const pictures = picturesFor(reader, storedPictures(profile))
  const details = toProfileDetails(profile)
  const countryCode = countryCodeOf(profile?.country)
  return {
    ...toAccountFields(account, now),
    profileComplete: missingIn(account, profile).length === 0,
    ...details,
    waitingGender: toWaitingGender(profile),
    ...toShownTo(profile),
    ...toOwnPlaces(context.caller.language, profile),
    ...(countryCode && { countryCode }),
    interestedIn: profile?.interested_in ?? [],
    age: account.date_of_birth ? ageOn(account.date_of_birth, now) : null,
    dateOfBirth: account.date_of_birth,
    ...toPictureFields(toOwnPictures(context, sessionId, pictures, reader), pictures[0]?.position === 0),
    photoChecked: account.photo_checked_at !== null,
    preferences: {
      ageMin: profile?.age_min ?? YOUNGEST,
      ageMax: profile?.age_max ?? OLDEST,
      distance: profile?.reach ?? null,
    },
    settings: {
      ...toPrivacySettings(account),
      timeZone: account.time_zone,
      ...(account.handful_hour === null ? {} : { handfulHour: account.handful_hour }),
    },
    language: languageOf(account.language ?? '') ?? null,
    isAdmin: account.is_admin,
    staffRole: roleOf(account),
    ...(account.age_proven_on ? { ageProven: true } : {}),
    ...(account.age_asked_at ? { ageAsked: true } : {}),
    // A check constraint of the table allows these values only. Staff don't need to be let in.
    ...(account.admission && !isStaff(account) ? { admission: account.admission as AdmissionState } : {}),
    ...(account.deletion_due_at ? { deletionDueAt: erasureOf(account.deletion_due_at, now).toISOString() } : {}),
  }
}
