import * as z from 'zod/mini'
import { instant, shown } from '../text.ts'

/** What a report is about, as it was when reported: a message, a picture, or both. */
export const Evidence = z.strictObject({
  text: z.nullable(shown),
  pictureUrl: z.nullable(shown),
  at: z.nullable(instant),
  /** For staff who gave no reason (X-Reason on getReport): it exists, but isn't shown. */
  withheld: z.optional(z.boolean()),
})
