import { verificationErrorText } from '../api/error-text.ts'
import { addresses } from '../api/verification-client.ts'
import { getSession, setSession } from './store.ts'

// Proving an address: by the code or by the link in the mail.

export async function verifyEmail(proof: { token?: string; code?: string }): Promise<boolean> {
  const { verificationToken, isAuthenticated } = getSession()
  setSession({ status: 'loading', error: null })
  try {
    const handle = proof.code !== undefined && !isAuthenticated && verificationToken ? { verificationToken } : {}
    const { token, refreshToken, user } = await addresses.verifyEmail({ body: { ...proof, ...handle } })
    const requiresProfileCompletion = !user.isAdmin && !user.profileComplete
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
    return true
  } catch (error) {
    setSession({ status: 'failed', error: verificationErrorText(error) })
    return false
  }
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
