import * as z from 'zod/mini'
import { lineText, shown, text } from '../text.ts'

/** When members have to prove that they are 18 or older: to be let in, to write to anyone, or after a report. */
export const ageMoments = ['joining', 'message', 'report'] as const
export type AgeMoment = (typeof ageMoments)[number]

/** An OpenID provider, the EU's proof of age, or a photo that staff look at and that is deleted with their decision. */
export const ageMethods = ['openid', 'wallet', 'document', 'selfie'] as const
export type AgeMethod = (typeof ageMethods)[number]

/** Methods whose photos staff look at. */
export const agePhotos = ['document', 'selfie'] as const
export type AgePhoto = (typeof agePhotos)[number]

const once = z.refine<readonly string[]>((all) => new Set(all).size === all.length, 'This is listed twice.')

/** Proof of age. Without this section, members only enter their date of birth. */
export const Age = z
  .strictObject({
    when: z.array(z.enum(ageMoments)).check(once),
    methods: z.array(z.enum(ageMethods)).check(once),
    /** The certificates of the trusted issuers of the EU's proof of age, as PEM. */
    issuers: z.optional(text(1, 50_000)),
    /** The name of the OpenID provider, as members know it. Its address is set where the server is run. */
    openid: z.optional(z.strictObject({ name: lineText(40) })),
  })
  .check(
    z.refine(({ when, methods }) => when.length === 0 || methods.length > 0, {
      error: 'Choose at least one way to prove it.',
      path: ['methods'],
    }),
    z.refine(({ methods, issuers }) => !methods.includes('wallet') || issuers !== undefined, {
      error: 'Add the certificate of at least one issuer.',
      path: ['issuers'],
    }),
  )
export type Age = z.infer<typeof Age>

/** All that is kept of a proof. */
export const ProvenAge = z.strictObject({ by: z.enum(ageMethods), on: shown })
export type ProvenAge = z.infer<typeof ProvenAge>
