import type { SignedIn } from '@kindred/contract/identity/auth'
import { publicCalls } from '../api/client.ts'
import { loginErrorText, registerErrorText } from '../api/error-text.ts'
import { CallFailed, field } from '../api/failure.ts'
import { signOutAtServer } from './credentials.ts'
import { clearSession, getSession, setSession, withRole } from './store.ts'

// Actions on the session. The specification defines their states and texts.

type Joining = Parameters<typeof publicCalls.register>[0]['body']

function enter(signedIn: SignedIn): SignedIn {
  const entered = { ...signedIn, user: withRole(signedIn.user) }
  const { verificationToken = null } = entered
  setSession({ ...entered, verificationToken, isAuthenticated: true, status: 'succeeded', error: null })
  return entered
}

export type SignInResult = { signedIn: SignedIn } | { challenge: string } | { error: string }

const secondFactorOf = (error: unknown): string | undefined =>
  error instanceof CallFailed && error.is('second_factor_required') ? field(error.data, 'challenge') : undefined

export async function signInBy(call: () => Promise<{ data: SignedIn }>): Promise<SignInResult> {
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

export const signIn = (email: string, password: string) =>
  signInBy(() => publicCalls.login({ body: { email, password } }))
export const finishWithCode = (challenge: string, code: string) =>
  signInBy(() => publicCalls.secondFactor({ body: { challenge, code } }))

/** Signs up. Rejects with the request's own error, so that the form can mark its fields. */
export async function join(body: Joining): Promise<void> {
  setSession({ status: 'loading', error: null })
  try {
    const joined = await publicCalls.register({ body })
    enter({ ...joined, onboardingComplete: !joined.requiresProfileCompletion })
  } catch (error) {
    setSession({ status: 'failed', error: registerErrorText(error) })
    throw error
  }
}

let current: Promise<void> | undefined
let next: Promise<void> | undefined

/**
 * Fetches the user, because the server is authoritative for the role. Only one request runs at a time. A pending
 * response may predate a change, so further callers wait for the next one.
 */
export function refreshProfile(): Promise<void> {
  if (current) next ??= current.then(startFetching)
  return next ?? startFetching()
}

function startFetching(): Promise<void> {
  next = undefined
  current = fetchProfile().finally(() => (current = undefined))
  return current
}

async function fetchProfile(): Promise<void> {
  const { token, user } = getSession()
  if (!token) return
  try {
    const { userData, ...due } = await publicCalls.getProfile()
    // A change saved here in the meantime is newer than the response.
    if (getSession().user !== user) return await fetchProfile()
    if (getSession().token) setSession({ user: userData.user, ...due })
  } catch {
    // Without a response, the stored user is kept. A 401 has already ended the session.
  }
}

/** Signs out immediately in every tab. The server is notified afterwards, however long that takes. */
export function logout(): void {
  const { token, refreshToken, user } = getSession()
  clearSession({ goTo: user?.staffRole ? '/login' : '/welcome' })
  void signOutAtServer(token, refreshToken)
  void forgetInBrowser()
}

/** Clears browser storage outside of pages: the offline cache and the push subscription. */
async function forgetInBrowser(): Promise<void> {
  try {
    if ('caches' in window) for (const name of await caches.keys()) await caches.delete(name)
    const worker = await navigator.serviceWorker?.getRegistration()
    await (await worker?.pushManager?.getSubscription())?.unsubscribe()
  } catch {
    // A browser that refuses storage or push hasn't stored anything.
  }
}

export const clearError = (): void => {
  if (getSession().error !== null) setSession({ error: null, status: 'idle' })
}
