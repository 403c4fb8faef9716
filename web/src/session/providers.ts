import { identities } from '../api/providers-client.ts'
import { signInBy } from './actions.ts'
import type { Proven } from './redirect.ts'

// Signing in with Google or Facebook, and linking them to the account that is signed in.

type FacebookProof = { accessToken: string; userID?: string }
/** As the specification names them; without a user of theirs, the token alone says whose it is. */
export const facebookProof = ({ proof, userID }: Proven): FacebookProof => ({
  accessToken: proof,
  ...(userID === undefined ? {} : { userID }),
})

export const signInWithGoogle = (tokenId: string) => signInBy(() => identities.google({ body: { tokenId } }))
export const signInWithFacebook = (proof: FacebookProof) => signInBy(() => identities.facebook({ body: proof }))

/** Confirms by what a provider proved that its account is the signed-in user's. */
export const confirmByProvider = (provider: string, proven: Proven): Promise<unknown> =>
  provider === 'google'
    ? identities.stepUpByGoogle({ body: { tokenId: proven.proof } })
    : identities.stepUpByFacebook({ body: facebookProof(proven) })

/** Links what a provider proved to the account that is signed in. */
export const linkIdentity = (provider: string, proven: Proven): Promise<unknown> =>
  provider === 'google'
    ? identities.linkGoogle({ body: { tokenId: proven.proof } })
    : identities.linkFacebook({ body: facebookProof(proven) })
