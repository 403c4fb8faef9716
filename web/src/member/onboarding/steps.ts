import type { OwnUser } from '@kindred/contract/profiles/users'
import { OLDEST, YOUNGEST } from '../people/ages.ts'

/** The steps of the way in, one thing each. What a complete profile requires comes first. */
export const steps = ['about', 'looking-for', 'range', 'place', 'photos', 'intention', 'interests', 'words'] as const
export type Step = (typeof steps)[number]

export type Range = OwnUser['preferences']

type Known = Pick<
  OwnUser,
  'gender' | 'dateOfBirth' | 'interestedIn' | 'location' | 'preferences' | 'intention' | 'interests'
> & { pictures: readonly unknown[] }

/** How much older and younger, and how many kilometers away. */
const [YEARS, NEAR] = [8, 50]

/** Whether these are still the ones that an account begins with: everyone, anywhere. */
const isUnset = ({ ageMin, ageMax, distance }: Range): boolean =>
  ageMin === YOUNGEST && ageMax === OLDEST && distance === null

/** What a new member is offered: people of about their age and near. What was chosen before stays. */
export function suggestedRange({ age, preferences }: Pick<OwnUser, 'age' | 'preferences'>): Range {
  if (!isUnset(preferences)) return preferences
  if (age === null) return { ...preferences, distance: NEAR }
  return { ageMin: Math.max(YOUNGEST, age - YEARS), ageMax: Math.min(OLDEST, age + YEARS), distance: NEAR }
}

/** Whether nothing is left to say in a step. */
export function isDone(step: Step, user: Known): boolean {
  if (step === 'about') return user.gender !== null && user.dateOfBirth !== null
  if (step === 'looking-for') return user.interestedIn.length > 0
  // Those who have a place have been past it: they may want everyone, anywhere.
  if (step === 'range') return !isUnset(user.preferences) || user.location.city !== null
  if (step === 'place') return user.location.city !== null
  if (step === 'photos') return user.pictures.length > 0
  if (step === 'intention') return user.intention !== null
  if (step === 'interests') return user.interests.length > 0
  return true
}

/** The step to resume at: the first one that is not done. */
export const firstOpen = (user: Known): Step => steps.find((step) => !isDone(step, user)) ?? 'words'

export const after = (step: Step): Step | undefined => steps[steps.indexOf(step) + 1]
export const before = (step: Step): Step | undefined => steps[steps.indexOf(step) - 1]
