import { callsOf } from '@kindred/contract/calls'
import {
  passkeyProofs,
  passkeys as ownPasskeys,
  type PasskeyProof,
  type PasskeyQuestion,
} from '@kindred/contract/identity/passkeys'
import { identities } from '../api/providers-client.ts'
import { send } from '../api/send.ts'
import { signInBy, type SignInResult } from './actions.ts'

// Creating passkeys, and signing in and confirming with them. The code that talks to the browser loads on first use.

const passkeys = callsOf({ ...passkeyProofs, ...ownPasskeys }, send)

/** The browser's messages are for developers, and don't distinguish a refusal, an error and a missing passkey. */
function refusePasskey(error: unknown): never {
  const isThere = error instanceof Error && error.name === 'InvalidStateError'
  throw new Error(
    isThere
      ? 'This device already has a passkey for your account.'
      : 'No passkey was used. Try again, or choose another way.',
  )
}

async function proofFor(question: PasskeyQuestion): Promise<PasskeyProof> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { id, rawId, response } = await startAuthentication({ optionsJSON: question }).catch(refusePasskey)
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature, userHandle } }
}

export const signInWithPasskey = (): Promise<SignInResult> =>
  signInBy(async () => {
    const passkey = await proofFor((await passkeys.startPasskeySignIn()).data)
    return passkeys.signInWithPasskey({ body: { passkey } })
  })

type QuestionAnswer = { data: { passkey: PasskeyQuestion | null } }

/** The challenge is requested again for each attempt, because a failed one is used up. */
async function withPasskey<T>(ask: Promise<QuestionAnswer>, use: (passkey: PasskeyProof) => Promise<T>): Promise<T> {
  const question = (await ask).data.passkey
  return question ? use(await proofFor(question)) : refusePasskey(undefined)
}

export const waysToFinish = (challenge: string) => passkeys.startSecondFactorByPasskey({ body: { challenge } })

export const finishWithPasskey = (challenge: string): Promise<SignInResult> =>
  signInBy(() =>
    withPasskey(waysToFinish(challenge), (passkey) => passkeys.secondFactorByPasskey({ body: { challenge, passkey } })),
  )

export const waysToConfirm = () => passkeys.startStepUpByPasskey()

export const confirmWithPasskey = () =>
  withPasskey(waysToConfirm(), (passkey) => passkeys.stepUpByPasskey({ body: { passkey } }))

export async function addPasskey(): Promise<void> {
  const question = (await passkeys.startPasskey()).data
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { id, rawId, response } = await startRegistration({ optionsJSON: question }).catch(refusePasskey)
  const { clientDataJSON, attestationObject, transports = [] } = response
  await passkeys.addPasskey({
    body: { passkey: { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } } },
  })
}

/**
 * True if the account has a way to sign in. Those who joined with a passkey have none until they create it. If the
 * request fails, the settings offer the same remedy.
 */
export async function canSignInAgain(): Promise<boolean> {
  try {
    const { data } = await identities.listIdentities()
    if (data.hasPassword || data.identities.length > 0) return true
    return (await passkeys.listPasskeys()).data.passkeys.length > 0
  } catch {
    return true
  }
}
