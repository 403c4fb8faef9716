import { OLDEST, YOUNGEST } from '@kindred/contract/profiles/users'
import type { OwnUser } from '@kindred/contract/profiles/users'
import { JOIN_STEPS } from '../../ui/step-count.ts'

/** One question per step. The requirements of a complete profile come first. */
const steps = [
  'birthday',
  'about',
  'looking-for',
  'range',
  'fields',
  'place',
  'photos',
  'intention',
  'interests',
  'words',
] as const
export type Step = (typeof steps)[number]

export type Range = OwnUser['preferences']

type Known = Pick<
  OwnUser,
  'gender' | 'dateOfBirth' | 'interestedIn' | 'location' | 'preferences' | 'intention' | 'interests'
> & {
  pictures: readonly unknown[]
  /** True if the community has fields of its own for people who join. */
  hasFields?: boolean
  /** True if everyone here has one place. */
  isOnePlace?: boolean
  /** True while a required one isn’t answered. */
  hasOpenFields?: boolean
}

/** The default range in years older and younger, and in kilometers. */
const [YEARS, NEAR] = [8, 50]
/** The slider of ages ends here, unless a member's own range goes further. */
const SLIDER_END = 60

/** True for the range of a new account: everyone, anywhere. */
const isUnset = ({ ageMin, ageMax, distance }: Range): boolean =>
  ageMin === YOUNGEST && ageMax === OLDEST && distance === null

type Offered = { youngest?: number; distances?: readonly number[] }

/** The default for new members: people of a similar age who live nearby. A saved range is kept. */
export function suggestedRange(
  { age, preferences }: Pick<OwnUser, 'age' | 'preferences'>,
  { youngest = YOUNGEST, distances = [NEAR] }: Offered = {},
): Range {
  if (!isUnset(preferences)) return preferences
  const distance = distances.find((each) => each >= NEAR) ?? distances.at(-1) ?? null
  if (age === null) return { ...preferences, distance }
  return { ageMin: Math.max(youngest, age - YEARS), ageMax: Math.min(OLDEST, age + YEARS), distance }
}

/** The last age on the slider, which means that age and above. It leaves room for the range in steps of five years. */
export function sliderEnd({ ageMin, ageMax }: Range): number {
  const highest = ageMax === OLDEST ? ageMin : ageMax
  return Math.min(OLDEST, Math.max(SLIDER_END, Math.ceil((highest + 1) / 5) * 5))
}

function isDone(step: Step, user: Known): boolean {
  if (step === 'birthday') return user.dateOfBirth !== null
  if (step === 'about') return user.gender !== null
  if (step === 'looking-for') return user.interestedIn.length > 0
  // Members with a place have already passed this step, and may want everyone, anywhere.
  if (step === 'range') return !isUnset(user.preferences) || user.location.city !== null
  if (step === 'fields') return !user.hasOpenFields || user.location.city !== null
  if (step === 'place') return user.isOnePlace === true || user.location.city !== null
  if (step === 'photos') return user.pictures.length > 0
  if (step === 'intention') return user.intention !== null
  if (step === 'interests') return user.interests.length > 0
  return true
}

export const firstOpen = (user: Known): Step => steps.find((step) => !isDone(step, user)) ?? 'words'

type Asked = Pick<Known, 'dateOfBirth' | 'hasFields' | 'isOnePlace'>

/** The steps of a member. Only those who joined through a provider are asked for their birthday here. */
export const stepsOf = ({ dateOfBirth, hasFields, isOnePlace }: Asked): readonly Step[] =>
  steps.filter(
    (step) =>
      (step !== 'birthday' || dateOfBirth === null) &&
      (step !== 'fields' || hasFields) &&
      (step !== 'place' || !isOnePlace),
  )

const counted = steps.filter((step) => step !== 'fields')

/**
 * The number of a step in the count that began with joining. The birthday has the code's number (step-count.ts), and the
 * community's own fields, which most communities don't have, that of the next step.
 */
export const numberOf = (step: Step): number => JOIN_STEPS + counted.indexOf(step === 'fields' ? 'place' : step)

/** From this step on, everything can wait. */
export const isOptional = (step: Step): boolean => steps.indexOf(step) >= steps.indexOf('photos')

export const after = (step: Step, all: readonly Step[] = stepsOf({ dateOfBirth: null })): Step | undefined =>
  all[all.indexOf(step) + 1]
export const before = (step: Step, all: readonly Step[]): Step | undefined => all[all.indexOf(step) - 1]
