import type { SignedIn } from '@kindred/contract/auth'
import { entrance } from '../api/client.ts'
import { loginErrorText, registerErrorText, verificationErrorText } from '../api/error-text.ts'
import { CallFailed } from '../api/failure.ts'
import { clearSession, getSession, setSession } from './store.ts'

// What a person does with their session. The state moves as the specification says; texts are its texts.

type Joining = Parameters<typeof entrance.register>[0]['body']

function enter({ token, refreshToken, user, verificationToken, ...due }: SignedIn): SignedIn {
  setSession({
    token,
    refreshToken,
    user,
    isAuthenticated: true,
    verificationToken: verificationToken ?? null,
    ...due,
    status: 'succeeded',
    error: null,
  })
  return { token, refreshToken, user, ...due, ...(verificationToken ? { verificationToken } : {}) }
}

export type SignInResult = { signedIn: SignedIn } | { challenge: string } | { error: string }

const secondFactorOf = (error: unknown): string | undefined =>
  error instanceof CallFailed && error.code === 'second_factor_required'
    ? (error.data as { challenge?: string }).challenge
    : undefined

/** Runs a way of signing in, and says how it ended: in, half-way, or why not. */
async function signInBy(call: () => Promise<{ data: SignedIn }>): Promise<SignInResult> {
  setSession({ status: 'loading', error: null })
  try {
    return { signedIn: enter((await call()).data) }
  } catch (error) {
    const challenge = secondFactorOf(error)
    if (challenge) {
      setSession({ status: 'idle' })
      return { challenge }
    }
    const text = loginErrorText(error)
    setSession({ status: 'failed', error: text })
    return { error: text }
  }
}

export const signIn = (email: string, password: string) => signInBy(() => entrance.login({ body: { email, password } }))
export const finishWithCode = (challenge: string, code: string) =>
  signInBy(() => entrance.secondFactor({ body: { challenge, code } }))
export const signInWithGoogle = (tokenId: string) => signInBy(() => entrance.google({ body: { tokenId } }))
export const signInWithFacebook = (accessToken: string) => signInBy(() => entrance.facebook({ body: { accessToken } }))

/** Links what a provider proved to the account that is signed in. */
export const linkIdentity = (provider: string, proof: string): Promise<unknown> =>
  provider === 'google'
    ? entrance.linkGoogle({ body: { tokenId: proof } })
    : entrance.linkFacebook({ body: { accessToken: proof } })

/** Joins; fails with the call's own error, so that the form can point at its fields. */
export async function join(body: Joining): Promise<void> {
  setSession({ status: 'loading', error: null })
  try {
    const joined = await entrance.register({ body })
    enter({ ...joined, onboardingComplete: !joined.requiresProfileCompletion })
  } catch (error) {
    setSession({ status: 'failed', error: registerErrorText(error) })
    throw error
  }
}

export async function verifyEmail(proof: { token?: string; code?: string }): Promise<boolean> {
  const { verificationToken, isAuthenticated } = getSession()
  setSession({ status: 'loading', error: null })
  try {
    const handle = proof.code !== undefined && !isAuthenticated && verificationToken ? { verificationToken } : {}
    const { token, refreshToken, user } = await entrance.verifyEmail({ body: { ...proof, ...handle } })
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
    await entrance.resendVerification({ body: email ? { email } : {} })
    setSession({ status: 'resend_succeeded' })
  } catch (error) {
    setSession({ status: 'resend_failed', error: verificationErrorText(error) })
  }
}

/** Asks the server who we are: its answer is the truth about being an administrator. */
export async function refreshProfile(): Promise<void> {
  const { token } = getSession()
  if (!token) return
  try {
    const { userData, ...due } = await entrance.getProfile()
    if (getSession().token) setSession({ user: userData.user, ...due })
  } catch {
    // No answer: what we know is still the best that we know. A 401 has ended the session already.
  }
}

/** Signs out, here and in every tab, whether or not the server hears of it. */
export async function logout(): Promise<void> {
  const { refreshToken, user } = getSession()
  await entrance.logout({ body: refreshToken ? { refreshToken } : {} }).catch(() => {})
  clearSession(user?.isAdmin ? '/login' : '/welcome')
  sessionStorage.clear()
  if ('caches' in window) for (const name of await caches.keys()) await caches.delete(name)
}

export const clearError = (): void => {
  if (getSession().error !== null) setSession({ error: null, status: 'idle' })
}
