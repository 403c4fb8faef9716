import * as z from 'zod/mini'
import { Done, SignedIn } from './auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, formText, id, instant, integer, lineText, secretText, shown } from '../text.ts'

export const MOST_PASSKEYS = 20

const bytes = (most: number) => formText(new RegExp(`^[\\w-]{1,${most}}$`), 'This isn’t base64url.')
/** We request no extensions, but some browsers return this one anyway. */
const extensions = z.optional(
  z.strictObject({ credProps: z.optional(z.strictObject({ rk: z.optional(z.boolean()) })) }),
)
const attachment = z.optional(z.nullable(z.enum(['platform', 'cross-platform'])))
/** The transport is stored, so that the browser can reach the authenticator the same way again. */
const transport = formText(/^[\w-]{1,30}$/, 'This isn’t a transport.')

const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
}

/** A browser's response when it creates a passkey (WebAuthn RegistrationResponseJSON). */
export const PasskeyRegistration = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: bytes(8000),
    attestationObject: bytes(16_000),
    authenticatorData: z.optional(bytes(16_000)),
    transports: z.optional(z.array(transport).check(z.maxLength(10))),
    publicKeyAlgorithm: z.optional(integer(-65_536, 65_535)),
    publicKey: z.optional(bytes(8000)),
  }),
})
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

/** A browser's response when it uses a passkey (WebAuthn AuthenticationResponseJSON). */
export const PasskeyProof = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: bytes(8000),
    authenticatorData: bytes(8000),
    signature: bytes(4000),
    userHandle: z.optional(z.nullable(bytes(200))),
  }),
})
export type PasskeyProof = z.infer<typeof PasskeyProof>

const known = z.strictObject({ id: shown, type: z.literal('public-key'), transports: z.array(shown) })

/** The options for signing in or confirming (PublicKeyCredentialRequestOptionsJSON). */
export const PasskeyQuestion = z.strictObject({
  challenge: shown,
  rpId: shown,
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** Empty, so that the browser offers every passkey it has for this host. */
  allowCredentials: z.array(known),
})
export type PasskeyQuestion = z.infer<typeof PasskeyQuestion>

/** The options for a new passkey (PublicKeyCredentialCreationOptionsJSON). */
export const NewPasskeyQuestion = z.strictObject({
  challenge: shown,
  rp: z.strictObject({ id: shown, name: shown }),
  user: z.strictObject({ id: shown, name: shown, displayName: shown }),
  pubKeyCredParams: z.array(z.strictObject({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(known),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type NewPasskeyQuestion = z.infer<typeof NewPasskeyQuestion>

export const Passkey = z.strictObject({
  _id: id,
  name: shown,
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
})
export type Passkey = z.infer<typeof Passkey>

const named = z.strictObject({ id })
const proof = z.strictObject({ passkey: PasskeyProof })

export const passkeys = defineRoutes({
  listPasskeys: {
    method: 'GET',
    path: '/auth/passkeys',
    access: 'account',
    beforeTerms: 'everyone',
    summary: 'List your passkeys, oldest first',
    returns: dataOf({ passkeys: z.array(Passkey) }),
  },
  startPasskey: {
    method: 'POST',
    path: '/auth/passkeys/options',
    access: 'member',
    beforeTerms: 'everyone',
    summary: 'Start adding a passkey; returns the options for the browser',
    stepUp: 'factor',
    returns: z.strictObject({ data: NewPasskeyQuestion }),
    errors: ['conflict'],
  },
  addPasskey: {
    method: 'POST',
    path: '/auth/passkeys',
    access: 'member',
    beforeTerms: 'everyone',
    summary: 'Add the passkey that the browser created',
    stepUp: 'factor',
    body: z.strictObject({ passkey: PasskeyRegistration, name: z.optional(lineText(60)) }),
    returns: dataOf({ passkey: Passkey }),
    status: 201,
    errors: ['invalid_secret', 'conflict'],
  },
  renamePasskey: {
    method: 'PATCH',
    path: '/auth/passkeys/:id',
    access: 'member',
    beforeTerms: 'everyone',
    summary: 'Rename a passkey',
    params: named,
    body: z.strictObject({ name: lineText(60) }),
    returns: dataOf({ passkey: Passkey }),
  },
  removePasskey: {
    method: 'DELETE',
    path: '/auth/passkeys/:id',
    access: 'account',
    beforeTerms: 'everyone',
    summary: 'Remove a passkey, if there is another way to sign in',
    stepUp: 'factor',
    params: named,
    returns: Done,
    errors: ['conflict'],
  },
})

/** Signing in and confirming with a passkey. A passkey counts as both factors. */
export const passkeyProofs = defineRoutes({
  startPasskeySignIn: {
    method: 'POST',
    path: '/auth/passkeys/sign-in/options',
    access: 'anyone',
    summary: 'Start signing in with a passkey; returns the options for the browser',
    returns: z.strictObject({ data: PasskeyQuestion }),
    errors: ['conflict'],
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/auth/passkeys/sign-in',
    access: 'anyone',
    summary: 'Sign in with a passkey; no two-step verification is needed',
    body: proof,
    returns: z.strictObject({ data: SignedIn }),
    errors: ['invalid_credentials'],
  },
  startSecondFactorByPasskey: {
    method: 'POST',
    path: '/auth/second-factor/passkey/options',
    access: 'anyone',
    summary: 'Get the ways to finish a sign-in: a code, a passkey or either',
    body: z.strictObject({ challenge: secretText }),
    returns: dataOf({ code: z.boolean(), passkey: z.nullable(PasskeyQuestion) }),
    errors: ['invalid_credentials'],
  },
  secondFactorByPasskey: {
    method: 'POST',
    path: '/auth/second-factor/passkey',
    access: 'anyone',
    summary: 'Finish a sign-in with a passkey instead of a code',
    body: z.strictObject({ challenge: secretText, passkey: PasskeyProof }),
    returns: z.strictObject({ data: SignedIn }),
    errors: ['invalid_credentials'],
  },
  startStepUpByPasskey: {
    method: 'POST',
    path: '/auth/step-up/passkey/options',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'Get the options for confirming your identity with a passkey',
    returns: dataOf({ passkey: z.nullable(PasskeyQuestion) }),
  },
  stepUpByPasskey: {
    method: 'POST',
    path: '/auth/step-up/passkey',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'Confirm your identity with a passkey, for 15 minutes',
    body: proof,
    returns: Done,
    errors: ['invalid_credentials'],
  },
})
