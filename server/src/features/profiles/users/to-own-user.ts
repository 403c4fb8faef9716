import type { OwnUser, PrivacySettings } from '@kindred/contract'
import { languageOf } from '@kindred/contract/languages'
import type { Answering } from '../../../http/caller.ts'
import { isInGoodStanding, isPremium, type Account, type Profile } from '../../../http/session.ts'
import type { Reader } from '../../../infra/picture-address.ts'
import { placeIn } from '../places/city-names.ts'
import { storedPictures, toOwnPictures, toPictureFields, type Addressing, isGenderGroup, shownToOf } from './users.ts'
import { toWaitingGender } from '../profile/profile.ts'
import { ageOn, isOnline, missingIn, OLDEST, YOUNGEST } from './rules.ts'
import { toOwnVoice } from '../voice-answers/stored-voice.ts'
import { roleOf } from '../../../infra/staff.ts'

export const toPrivacySettings = (account: Account): PrivacySettings => ({
  showLastActive: account.show_last_active,
  hideAge: account.hide_age,
  hideDistance: account.hide_distance,
  incognito: account.incognito,
  receipts: account.receipts,
  paused: account.state === 'paused',
  // A check constraint of the table allows these values only.
  units: account.units as PrivacySettings['units'],
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
  lastActive: account.last_active_at?.toISOString() ?? null,
  isActive: isInGoodStanding(account),
  isVIP: isPremium(account, now),
  isOnline: isOnline(account, now),
  isEmailVerified: account.email_verified_at !== null,
  emailVerificationSent: account.email_verification_sent_at !== null,
  // A check constraint of the table allows these values only.
  state: account.state as OwnUser['state'],
})

export function toOwnUser(
  context: Addressing & Answering,
  sessionId: string,
  account: Account,
  profile: Profile | null,
  reader: Reader = 'member',
): OwnUser {
  const now = context.clock.now()
  const pictures = storedPictures(profile)
  const details = toProfileDetails(profile)
  return {
    ...toAccountFields(account, now),
    profileComplete: missingIn(account, profile).length === 0,
    ...details,
    waitingGender: toWaitingGender(profile),
    ...toShownTo(profile),
    location: placeIn(context.caller.language, details.location),
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
    settings: { ...toPrivacySettings(account), timeZone: account.time_zone },
    language: languageOf(account.language ?? '') ?? null,
    isAdmin: account.is_admin,
    staffRole: roleOf(account),
  }
}
