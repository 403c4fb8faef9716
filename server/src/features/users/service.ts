import { ApiError, type OwnUser } from '@kindred/contract'
import type { Account } from '../../http/session.ts'
import { minutes } from '../../infra/clock.ts'
import { ageOn, OLDEST, YOUNGEST } from './rules.ts'

const ONLINE_FOR = minutes(2)
const usable = new Set(['active', 'paused'])

/** A user as they see themselves. */
export const ownUser = (account: Account, now: Date): OwnUser => ({
  _id: account.id,
  firstName: account.first_name,
  lastName: account.last_name,
  name: account.first_name,
  email: account.email,
  createdAt: account.created_at.toISOString(),
  lastActive: account.last_active_at?.toISOString() ?? null,
  isActive: usable.has(account.state),
  isVIP: false,
  isOnline: account.last_active_at !== null && now.getTime() - account.last_active_at.getTime() < ONLINE_FOR,
  isEmailVerified: account.email_verified_at !== null,
  emailVerificationSent: account.email_verification_sent_at !== null,
  profileComplete: isComplete(account),
  state: account.state as OwnUser['state'],
  gender: null,
  age: account.date_of_birth ? ageOn(account.date_of_birth, now) : null,
  dateOfBirth: account.date_of_birth,
  bio: null,
  location: { city: null, country: null },
  profilePicture: null,
  more_pictures: [],
  settings: { showLastActive: account.show_last_active, timeZone: account.time_zone },
  isAdmin: account.is_admin,
})

/** Nothing of a profile can be filled in yet, so that none is complete. */
const isComplete = (_account: Account): boolean => false

/** What a person still has to do before they can meet anybody. Administrators have no profile until they make one. */
export function duties(account: Account) {
  const requiresProfileCompletion = !account.is_admin && !isComplete(account)
  return {
    requiresVerification: account.email_verified_at === null,
    requiresProfileCompletion,
    onboardingComplete: !requiresProfileCompletion,
  }
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
