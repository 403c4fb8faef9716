import { ApiError, type OwnPicture, type OwnUser, type PrivacySettings } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { isInGoodStanding, isPremium, type Account, type Profile } from '../../../http/session.ts'
import { minutes } from '../../../infra/clock.ts'
import { pictureAddress } from '../../../infra/picture-address.ts'
import { ageOn, missingIn, OLDEST, YOUNGEST } from './rules.ts'

export { ageOn, missingIn, OLDEST, YOUNGEST } from './rules.ts'

export const ONLINE_FOR = minutes(2)

/** Somebody of whom we heard within the last two minutes. */
export const isOnline = ({ last_active_at }: { last_active_at: Date | null }, now: Date): boolean =>
  last_active_at !== null && now.getTime() - last_active_at.getTime() < ONLINE_FOR

/** A picture as the profile's row keeps it. */
export type KeptPicture = Omit<OwnPicture, 'url'> & { position: number }
export type Addressing = Pick<Deps, 'keys' | 'clock'>

/** The pictures in their order, under addresses made for the session of whoever looks. */
export const addressed = <P extends { publicId: string }>(
  { keys, clock }: Addressing,
  sessionId: string,
  pictures: readonly P[],
) => pictures.map((picture) => ({ ...picture, url: pictureAddress(keys, sessionId, picture.publicId, clock.now()) }))

export const ownPictures = (context: Addressing, sessionId: string, pictures: readonly KeptPicture[]): OwnPicture[] =>
  addressed(context, sessionId, pictures).map(({ position: _, ...picture }) => picture)

export const privacyOf = (account: Account): PrivacySettings => ({
  showLastActive: account.show_last_active,
  hideAge: account.hide_age,
  hideDistance: account.hide_distance,
  incognito: account.incognito,
  receipts: account.receipts,
  paused: account.state === 'paused',
  units: account.units as PrivacySettings['units'],
})

/** The pictures as the specification splits them: the profile picture, and the others. */
export function shownPictures<P extends { url: string }>(
  pictures: readonly (P & { position?: number })[],
  first: boolean,
) {
  return {
    profilePicture: first ? (pictures[0]?.url ?? null) : null,
    more_pictures: pictures.slice(first ? 1 : 0),
    pictures: [...pictures],
  }
}

/** A user as they see themselves; their pictures are addressed to the session that looks. */
export function ownUser(context: Addressing, sessionId: string, account: Account, profile: Profile | null): OwnUser {
  const now = context.clock.now()
  const kept = (profile?.pictures ?? []) as KeptPicture[]
  return {
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
    profileComplete: missingIn(account, profile).length === 0,
    state: account.state as OwnUser['state'],
    ...said(profile),
    interestedIn: profile?.interested_in ?? [],
    age: account.date_of_birth ? ageOn(account.date_of_birth, now) : null,
    dateOfBirth: account.date_of_birth,
    ...shownPictures(ownPictures(context, sessionId, kept), kept[0]?.position === 0),
    photoChecked: account.photo_checked_at !== null,
    preferences: {
      ageMin: profile?.age_min ?? YOUNGEST,
      ageMax: profile?.age_max ?? OLDEST,
      distance: profile?.reach ?? null,
    },
    settings: { ...privacyOf(account), timeZone: account.time_zone },
    isAdmin: account.is_admin,
  }
}

/** What somebody says of themselves. */
export const said = (profile: Profile | null) => ({
  gender: profile?.gender ?? null,
  intention: (profile?.intention ?? null) as OwnUser['intention'],
  bio: profile?.bio ?? null,
  prompts: (profile?.prompts ?? []) as OwnUser['prompts'],
  interests: profile?.interests ?? [],
  languages: profile?.languages ?? [],
  basics: (profile?.basics ?? {}) as OwnUser['basics'],
  location: { city: profile?.city ?? null, country: profile?.country ?? null },
})

/** What a person still has to do before they can meet anybody. Administrators have no profile until they make one. */
export function duties(account: Account, profile: Profile | null) {
  const requiresProfileCompletion = !account.is_admin && missingIn(account, profile).length > 0
  return {
    requiresVerification: account.email_verified_at === null,
    requiresProfileCompletion,
    onboardingComplete: !requiresProfileCompletion,
  }
}

/** Refuses a profile that is not enough to be shown to anybody, and says what it lacks. */
export function checkComplete(account: Account, profile: Profile | null): void {
  const errors = missingIn(account, profile)
  if (errors.length > 0)
    throw new ApiError('invalid_request', `Still missing: ${errors.map(({ path }) => path).join(', ')}.`, { errors })
}

/** Refuses a day of birth that nobody old enough, or alive, can have. */
export function checkAge(dateOfBirth: string, now: Date, brand: string): void {
  const age = ageOn(dateOfBirth, now)
  const msg =
    age < 0 || age > OLDEST
      ? 'Please check the date of birth.'
      : age < YOUNGEST
        ? `${brand} is for people of ${YOUNGEST} and over.`
        : undefined
  if (msg) throw new ApiError('invalid_request', msg, { errors: [{ path: 'dateOfBirth', msg }] })
}
