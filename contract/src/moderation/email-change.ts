import * as z from 'zod/mini'
import { instant, shown } from '../text.ts'

/** An email address set by staff that hasn't taken effect yet. The owner of the current address can still object. */
export const EmailChange = z.strictObject({
  email: shown,
  by: z.nullable(shown),
  askedAt: instant,
  takesEffectAt: instant,
})
export type EmailChange = z.infer<typeof EmailChange>
