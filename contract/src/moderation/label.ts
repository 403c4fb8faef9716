import * as z from 'zod/mini'
import { id, shown } from '../text.ts'

/** Each tone is a badge's, in both themes. */
export const labelTones = ['neutral', 'info', 'positive', 'warning', 'danger'] as const
export const LabelTone = z.enum(labelTones)
export type LabelTone = z.infer<typeof LabelTone>

/** A word of the team's own for users and reports. */
export const Label = z.strictObject({ _id: id, name: shown, tone: LabelTone })
export type Label = z.infer<typeof Label>

export const MOST_LABELS = 10
export const LONGEST_LABEL = 30
