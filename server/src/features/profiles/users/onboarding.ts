import { ApiError, message, type ConsentKind, type MessageDescriptor } from '@kindred/contract'
import type { Account, Profile } from '../../../http/session.ts'
import { ageOn, missingIn, OLDEST, YOUNGEST } from './rules.ts'
import { isStaff } from '../../../infra/staff.ts'

export const isOnboarded = (account: Account, profile: Profile | null): boolean =>
  isStaff(account) || missingIn(account, profile).length === 0

export function onboardingOf(account: Account, profile: Profile | null, consents: readonly ConsentKind[]) {
  const onboardingComplete = isOnboarded(account, profile)
  return {
    requiresVerification: account.email_verified_at === null,
    requiresProfileCompletion: !onboardingComplete,
    onboardingComplete,
    missingConsents: [
      ...(consents.includes('terms') ? [] : (['acceptTerms'] as const)),
      ...(consents.includes('special_category') ? [] : (['acceptSpecialCategory'] as const)),
    ],
  }
}

export function assertComplete(account: Account, profile: Profile | null): void {
  const errors = missingIn(account, profile)
  if (errors.length > 0)
    throw new ApiError(
      'invalid_request',
      message('Please add {fields}.', { fields: errors.map(({ path }) => names[path] ?? path) }),
      { errors },
    )
}

const names: Record<string, MessageDescriptor> = {
  gender: message('your gender'),
  interestedIn: message('who you’d like to meet'),
  dateOfBirth: message('your date of birth'),
  location: message('your location'),
}

export function ageProblem(dateOfBirth: string, now: Date, brand: string): MessageDescriptor | undefined {
  const age = ageOn(dateOfBirth, now)
  if (age < 0 || age > OLDEST) return message('Please check your date of birth.')
  return age < YOUNGEST ? message('You need to be {age} or older to use {brand}.', { age: YOUNGEST, brand }) : undefined
}

export function assertAge(dateOfBirth: string, now: Date, brand: string): void {
  const msg = ageProblem(dateOfBirth, now, brand)
  if (msg) throw new ApiError('invalid_request', msg, { errors: [{ path: 'dateOfBirth', msg }] })
}
