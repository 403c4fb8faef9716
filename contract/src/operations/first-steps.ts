import type { Configuration } from './configuration.ts'

/** The steps of the guide for a new installation, each with the settings that it asks for. */
export const firstSteps = {
  name: ['brand', 'supportEmail'],
  look: ['look'],
  operator: ['operator'],
  admission: ['admission'],
  profile: ['fields'],
  money: ['currency', 'prices', 'automaticTax', 'trialDays'],
  team: [],
} as const satisfies Record<string, readonly (keyof Configuration)[]>
export type FirstStep = keyof typeof firstSteps
export const firstStepNames = Object.keys(firstSteps) as readonly FirstStep[]
