import * as z from 'zod/mini'
import { Done, SignedIn } from './auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, instant, invitationCode, plainText, secretText, shown } from '../text.ts'

export const Provider = z.enum(['google', 'facebook'])
export type Provider = z.infer<typeof Provider>

const named = z.strictObject({ provider: Provider })
const googleProof = z.strictObject({ tokenId: secretText })
const facebookProof = z.strictObject({ accessToken: secretText, userID: z.optional(plainText(100)) })

const invited = { invitation: z.optional(invitationCode) }

export const providers = defineRoutes({
  google: {
    method: 'POST',
    path: '/auth/google',
    access: 'anyone',
    summary: 'Sign in or join with Google',
    body: z.extend(googleProof, invited),
    returns: z.strictObject({ data: SignedIn }),
    errors: ['invalid_credentials', 'second_factor_required', 'not_found', 'conflict'],
  },
  facebook: {
    method: 'POST',
    path: '/auth/facebook',
    access: 'anyone',
    summary: 'Sign in or join with Facebook',
    body: z.extend(facebookProof, invited),
    returns: z.strictObject({ data: SignedIn }),
    errors: ['invalid_credentials', 'second_factor_required', 'not_found', 'conflict'],
  },
  startProvider: {
    method: 'POST',
    path: '/auth/providers/:provider/start',
    access: 'anyone',
    summary: 'Get the provider URL to open, with our state and nonce',
    params: named,
    returns: dataOf({ address: shown, state: shown }),
    errors: ['not_found'],
  },
  listIdentities: {
    method: 'GET',
    path: '/auth/providers',
    access: 'account',
    beforeTerms: 'everyone',
    summary: 'List your linked accounts',
    returns: dataOf({
      identities: z.array(z.strictObject({ provider: Provider, linkedAt: instant })),
      hasPassword: z.boolean(),
    }),
  },
  linkGoogle: {
    method: 'POST',
    path: '/auth/providers/google/link',
    access: 'member',
    beforeTerms: 'everyone',
    summary: 'Link a Google account',
    stepUp: 'factor',
    body: googleProof,
    returns: Done,
    errors: ['invalid_credentials', 'not_found', 'conflict'],
  },
  linkFacebook: {
    method: 'POST',
    path: '/auth/providers/facebook/link',
    access: 'member',
    beforeTerms: 'everyone',
    summary: 'Link a Facebook account',
    stepUp: 'factor',
    body: facebookProof,
    returns: Done,
    errors: ['invalid_credentials', 'not_found', 'conflict'],
  },
  stepUpByGoogle: {
    method: 'POST',
    path: '/auth/step-up/google',
    access: 'session',
    summary: 'Confirm your identity with your linked Google account, for 15 minutes',
    body: googleProof,
    returns: Done,
    errors: ['invalid_credentials', 'not_found'],
  },
  stepUpByFacebook: {
    method: 'POST',
    path: '/auth/step-up/facebook',
    access: 'session',
    summary: 'Confirm your identity with your linked Facebook account, for 15 minutes',
    body: facebookProof,
    returns: Done,
    errors: ['invalid_credentials', 'not_found'],
  },
  unlinkProvider: {
    method: 'DELETE',
    path: '/auth/providers/:provider',
    access: 'member',
    beforeTerms: 'everyone',
    summary: 'Unlink an account, if there is another way to sign in',
    stepUp: 'factor',
    params: named,
    returns: Done,
    errors: ['not_found', 'conflict'],
  },
})
