import * as z from 'zod/mini'
import { formText, lineText } from '../text.ts'
import { countryCodes } from './country-codes.ts'

const isCode = /^[A-Z]{2}$/
const needPostalCode = ['US', 'CA']

/** The payer's country and region, which determine the tax. */
export const TaxLocation = z
  .strictObject({
    country: formText(isCode, 'Choose a country.').check(
      z.refine((code) => !isCode.test(code) || countryCodes.includes(code), 'Choose a country.'),
    ),
    postalCode: z.optional(lineText(16)),
  })
  .check(
    z.refine(({ country, postalCode }) => postalCode !== undefined || !needPostalCode.includes(country), {
      message: 'Enter your postal code.',
      path: ['postalCode'],
    }),
  )
export type TaxLocation = z.infer<typeof TaxLocation>
