import { identities } from '../api/providers-client.ts'
import { signInBy } from './actions.ts'
import type { Proven } from './redirect.ts'

// Signing in with Google or Facebook, and linking them to the signed-in account.

type FacebookProof = { accessToken: string; userID?: string }
/** Fields are named as in the specification. Without Facebook's user id, the server derives it from the token. */
export const facebookProof = ({ proof, userID }: Proven): FacebookProof => ({
  accessToken: proof,
  ...(userID === undefined ? {} : { userID }),
})

const invited = (invitation: string | undefined) => (invitation ? { invitation } : {})
export const signInWithGoogle = (tokenId: string, invitation?: string) =>
  signInBy(() => identities.google({ body: { tokenId, ...invited(invitation) } }))
export const signInWithFacebook = (proof: FacebookProof, invitation?: string) =>
  signInBy(() => identities.facebook({ body: { ...proof, ...invited(invitation) } }))

export const confirmByProvider = (provider: string, proven: Proven): Promise<unknown> =>
  provider === 'google'
    ? identities.stepUpByGoogle({ body: { tokenId: proven.proof } })
    : identities.stepUpByFacebook({ body: facebookProof(proven) })

export const linkIdentity = (provider: string, proven: Proven): Promise<unknown> =>
  provider === 'google'
    ? identities.linkGoogle({ body: { tokenId: proven.proof } })
    : identities.linkFacebook({ body: facebookProof(proven) })
