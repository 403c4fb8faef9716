import type { OwnUser } from '@kindred/contract/profiles/users'
import { OLDEST, YOUNGEST } from '../people/ages.ts'

/** One topic per step. The requirements of a complete profile come first. */
export const steps = ['about', 'looking-for', 'range', 'place', 'photos', 'intention', 'interests', 'words'] as const
export type Step = (typeof steps)[number]

export type Range = OwnUser['preferences']

type Known = Pick<
  OwnUser,
  'gender' | 'dateOfBirth' | 'interestedIn' | 'location' | 'preferences' | 'intention' | 'interests'
> & { pictures: readonly unknown[] }

/** The default range in years older and younger, and in kilometers. */
const [YEARS, NEAR] = [8, 50]

/** True for the range of a new account: everyone, anywhere. */
const isUnset = ({ ageMin, ageMax, distance }: Range): boolean =>
  ageMin === YOUNGEST && ageMax === OLDEST && distance === null

/** The default for new members: people of a similar age who live nearby. A saved range is kept. */
export function suggestedRange({ age, preferences }: Pick<OwnUser, 'age' | 'preferences'>): Range {
  if (!isUnset(preferences)) return preferences
  if (age === null) return { ...preferences, distance: NEAR }
  return { ageMin: Math.max(YOUNGEST, age - YEARS), ageMax: Math.min(OLDEST, age + YEARS), distance: NEAR }
}

export function isDone(step: Step, user: Known): boolean {
  if (step === 'about') return user.gender !== null && user.dateOfBirth !== null
  if (step === 'looking-for') return user.interestedIn.length > 0
  // Members with a place have already passed this step, and may want everyone, anywhere.
  if (step === 'range') return !isUnset(user.preferences) || user.location.city !== null
  if (step === 'place') return user.location.city !== null
  if (step === 'photos') return user.pictures.length > 0
  if (step === 'intention') return user.intention !== null
  if (step === 'interests') return user.interests.length > 0
  return true
}

export const firstOpen = (user: Known): Step => steps.find((step) => !isDone(step, user)) ?? 'words'

export const after = (step: Step): Step | undefined => steps[steps.indexOf(step) + 1]
export const before = (step: Step): Step | undefined => steps[steps.indexOf(step) - 1]
