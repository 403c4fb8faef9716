import * as z from 'zod/mini'
import { instant, shown } from '../text.ts'

/** An email set by staff that hasn't taken effect: the owner of the current one can still object. */
export const EmailChange = z.strictObject({
  email: shown,
  by: z.nullable(shown),
  askedAt: instant,
  takesEffectAt: instant,
})
export type EmailChange = z.infer<typeof EmailChange>
