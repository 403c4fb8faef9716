import * as z from 'zod/mini'
import { ageMethods, ageMoments, agePhotos, ProvenAge } from './age.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, instant, secretText, shown } from '../text.ts'

export const OwnAge = z.strictObject({
  /** What the member can't do until they have proven their age, or null if they can do everything. */
  needed: z.nullable(z.enum(ageMoments)),
  methods: z.array(z.enum(ageMethods)),
  /** The name of the OpenID provider, if the operator has set one. */
  provider: z.nullable(shown),
  proven: z.nullable(ProvenAge),
  /** The team's message, if they declined the last photos. */
  declined: z.optional(shown),
  /** Photos for staff, until they decide or the photos are deleted. `sentAt` is null while there may come another one. */
  photos: z.nullable(
    z.strictObject({ kinds: z.array(z.enum(agePhotos)), sentAt: z.nullable(instant), deletedAt: instant }),
  ),
})
export type OwnAge = z.infer<typeof OwnAge>

const ownAnswer = dataOf({ age: OwnAge })

export const ageProofs = defineRoutes({
  getAge: {
    method: 'GET',
    path: '/age',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'See whether and how to prove that you’re 18 or older',
    returns: ownAnswer,
  },
  startAgeProvider: {
    method: 'POST',
    path: '/age/openid/start',
    access: 'account',
    summary: 'Get the URL of the OpenID provider that can say that you’re 18 or older',
    returns: dataOf({ address: shown }),
    errors: ['conflict', 'turned_off'],
  },
  finishAgeProvider: {
    method: 'POST',
    path: '/age/openid',
    access: 'account',
    summary: 'Bring the provider’s answer. Only whether you’re 18 or older is read, and only the day is kept',
    body: z.strictObject({ state: secretText, code: secretText, issuer: z.optional(secretText) }),
    returns: ownAnswer,
    errors: ['invalid_secret', 'conflict', 'turned_off'],
  },
  addAgePhoto: {
    method: 'POST',
    path: '/age/photos/:kind',
    access: 'account',
    summary: 'Upload a photo of a document, or a selfie, for the team. It’s deleted with their decision',
    params: z.strictObject({ kind: z.enum(agePhotos) }),
    upload: true,
    returns: ownAnswer,
    errors: ['conflict', 'turned_off'],
  },
  sendAgePhotos: {
    method: 'POST',
    path: '/age/photos',
    access: 'account',
    summary: 'Send the uploaded photos to the team, with your consent',
    body: z.strictObject({ consent: z.literal(true) }),
    returns: ownAnswer,
    errors: ['conflict', 'turned_off'],
  },
  removeAgePhotos: {
    method: 'DELETE',
    path: '/age/photos',
    access: 'account',
    beforeTerms: 'everyone',
    summary: 'Delete your photos before the team decides',
    returns: ownAnswer,
  },
})
