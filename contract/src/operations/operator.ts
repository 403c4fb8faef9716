import * as z from 'zod/mini'
import { emailText, lineText, text } from '../text.ts'

const line = (longest: number) => z.optional(lineText(longest))

/** Who runs this installation, as the law in many countries requires it to be published. */
export const Operator = z.strictObject({
  name: line(120),
  /** The postal address on several lines. */
  address: z.optional(text(1, 400)),
  /** The person who represents a company or club. */
  representative: line(120),
  email: z.optional(emailText),
  phone: line(40),
  /** Where the company or club is registered, and under which number. */
  register: line(160),
  taxNumber: line(60),
  /** Who is responsible for personal data, if it isn't the operator. */
  controller: z.optional(text(1, 400)),
  dataProtectionContact: z.optional(text(1, 400)),
})
export type Operator = z.infer<typeof Operator>

/** What the law of many countries asks of every public site, in the order of the form. */
export const neededDetails = ['name', 'address'] as const satisfies readonly (keyof Operator)[]
export type NeededDetail = (typeof neededDetails)[number]
export const missingDetails = (operator: Operator | undefined): NeededDetail[] =>
  neededDetails.filter((key) => !operator?.[key])
