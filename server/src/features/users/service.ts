import { ApiError, type OwnUser } from '@kindred/contract'
import { isInGoodStanding, type Account, type Profile } from '../../http/session.ts'
import { minutes } from '../../infra/clock.ts'
import { ageOn, missingIn, OLDEST, YOUNGEST } from './rules.ts'

export const ONLINE_FOR = minutes(2)

/** Somebody of whom we heard within the last two minutes. */
export const isOnline = ({ last_active_at }: { last_active_at: Date | null }, now: Date): boolean =>
  last_active_at !== null && now.getTime() - last_active_at.getTime() < ONLINE_FOR

/** A user as they see themselves. */
export const ownUser = (account: Account, profile: Profile | null, now: Date): OwnUser => ({
  _id: account.id,
  firstName: account.first_name,
  lastName: account.last_name,
  name: account.first_name,
  email: account.email,
  createdAt: account.created_at.toISOString(),
  lastActive: account.last_active_at?.toISOString() ?? null,
  isActive: isInGoodStanding(account),
  isVIP: false,
  isOnline: isOnline(account, now),
  isEmailVerified: account.email_verified_at !== null,
  emailVerificationSent: account.email_verification_sent_at !== null,
  profileComplete: missingIn(account, profile).length === 0,
  state: account.state as OwnUser['state'],
  gender: profile?.gender ?? null,
  interestedIn: profile?.interested_in ?? [],
  intention: (profile?.intention ?? null) as OwnUser['intention'],
  age: account.date_of_birth ? ageOn(account.date_of_birth, now) : null,
  dateOfBirth: account.date_of_birth,
  bio: profile?.bio ?? null,
  prompts: (profile?.prompts ?? []) as OwnUser['prompts'],
  interests: profile?.interests ?? [],
  languages: profile?.languages ?? [],
  basics: (profile?.basics ?? {}) as OwnUser['basics'],
  location: { city: profile?.city ?? null, country: profile?.country ?? null },
  profilePicture: null,
  more_pictures: [],
  settings: { showLastActive: account.show_last_active, timeZone: account.time_zone },
  isAdmin: account.is_admin,
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
