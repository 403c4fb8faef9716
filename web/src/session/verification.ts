import { verificationErrorText } from '../api/error-text.ts'
import { CallFailed } from '../api/failure.ts'
import { settings } from '../api/member-client.ts'
import { addresses } from '../api/verification-client.ts'
import { signOutAtServer } from './credentials.ts'
import { getSession, setSession, withRole } from './store.ts'

/**
 * Verifies an address. The result is `other` if the link belongs to a user other than the signed-in one, and `sign-in`
 * if staff set the address: it is verified, and its owner signs in as before.
 */
export async function verifyEmail(proof: {
  token?: string
  code?: string
}): Promise<'own' | 'other' | 'sign-in' | null> {
  const { verificationToken, isAuthenticated, user: present } = getSession()
  setSession({ status: 'loading', error: null })
  try {
    const handle = proof.code !== undefined && !isAuthenticated && verificationToken ? { verificationToken } : {}
    const { token, refreshToken, user } = await addresses.verifyEmail({ body: { ...proof, ...handle } })
    if (present && present._id !== user._id) {
      // A link from someone else must not sign its reader in to the sender's account.
      setSession({ status: 'succeeded' })
      await signOutAtServer(token, refreshToken)
      return 'other'
    }
    const requiresProfileCompletion = !user.staffRole && !user.profileComplete
    setSession({
      token,
      refreshToken,
      user,
      isAuthenticated: true,
      requiresVerification: false,
      verificationToken: null,
      requiresProfileCompletion,
      onboardingComplete: !requiresProfileCompletion,
      status: 'succeeded',
    })
    return 'own'
  } catch (error) {
    if (error instanceof CallFailed && error.is('sign_in_required')) {
      setSession({ status: 'succeeded' })
      return 'sign-in'
    }
    setSession({ status: 'failed', error: verificationErrorText(error) })
    return null
  }
}

/** Corrects the address of an account that never confirmed one. Rejects with the request's own error. */
export async function correctEmail(email: string): Promise<void> {
  const { user } = await settings.correctEmail({ body: { email } })
  setSession({ user: withRole(user), status: 'resend_succeeded', error: null })
}

export async function resendVerification(email?: string): Promise<void> {
  setSession({ status: 'resend_loading', error: null })
  try {
    await addresses.resendVerification({ body: email ? { email } : {} })
    setSession({ status: 'resend_succeeded' })
  } catch (error) {
    setSession({ status: 'resend_failed', error: verificationErrorText(error) })
  }
}
