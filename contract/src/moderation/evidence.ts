import * as z from 'zod/mini'
import { instant, shown } from '../text.ts'

/** What a report is about, as it stood then: a message, a picture, or both. */
export const Evidence = z.strictObject({
  text: z.nullable(shown),
  pictureUrl: z.nullable(shown),
  at: z.nullable(instant),
  /** For staff who have not said why they need to see it (X-Reason on getReport): it is there, and not shown. */
  withheld: z.optional(z.boolean()),
})
