import type { OwnUser } from '@kindred/contract/profiles/users'

/** The steps of the way in. Each says what it is about and whether the rule lets one skip it. */
export const steps = ['about', 'looking-for', 'place', 'photos', 'words'] as const
export type Step = (typeof steps)[number]

type Known = Pick<OwnUser, 'gender' | 'dateOfBirth' | 'interestedIn' | 'location'> & { pictures: readonly unknown[] }

/** Whether a step has everything that a complete profile requires. */
export function isDone(step: Step, user: Known): boolean {
  if (step === 'about') return user.gender !== null && user.dateOfBirth !== null
  if (step === 'looking-for') return user.interestedIn.length > 0
  if (step === 'place') return user.location.city !== null
  if (step === 'photos') return user.pictures.length > 0
  return true
}

/** The step to resume at: the first one that is not done. */
export const firstOpen = (user: Known): Step => steps.find((step) => !isDone(step, user)) ?? 'words'

export const after = (step: Step): Step | undefined => steps[steps.indexOf(step) + 1]
export const before = (step: Step): Step | undefined => steps[steps.indexOf(step) - 1]

/** What people type as a list: apart by commas or lines, each once. */
export function listIn(text: string): string[] {
  const seen = new Map(text.split(/[,\n]/).map((each) => [each.trim().toLocaleLowerCase(), each.trim()]))
  return [...seen.values()].filter(Boolean)
}
