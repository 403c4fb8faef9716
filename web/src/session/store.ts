import type { MissingConsents } from '@kindred/contract/identity/auth'
import type { OwnUser } from '@kindred/contract/profiles/users'
import { useSyncExternalStore } from 'react'
import { isObject } from '../api/failure.ts'
import { attempt, clearDrafts, keys, read, readJson, write } from './storage.ts'

// The session in this browser. All tabs share the stored state, so each sees the others' changes.

type AuthStatus = 'idle' | 'loading' | 'succeeded' | 'failed' | 'resend_loading' | 'resend_succeeded' | 'resend_failed'

export type Session = {
  token: string | null
  refreshToken: string | null
  user: OwnUser | null
  isAuthenticated: boolean
  requiresVerification: boolean
  requiresProfileCompletion: boolean
  onboardingComplete: boolean
  missingConsents: MissingConsents
  /** Identifies the request for the emailed code until the address is verified. */
  verificationToken: string | null
  status: AuthStatus
  error: string | null
}

/** State stored in addition to the three keys. It doesn't expire. */
const SESSION_KEY = 'kindred.session'
const ENDED = 'kindred.ended'
type StoredSession = Pick<
  Session,
  'requiresVerification' | 'requiresProfileCompletion' | 'onboardingComplete' | 'missingConsents' | 'verificationToken'
>

const signedOut: Session = {
  token: null,
  refreshToken: null,
  user: null,
  isAuthenticated: false,
  requiresVerification: false,
  requiresProfileCompletion: false,
  onboardingComplete: false,
  missingConsents: [],
  verificationToken: null,
  status: 'idle',
  error: null,
}

const isUser = (value: unknown): value is OwnUser =>
  isObject(value) &&
  typeof value['_id'] === 'string' &&
  typeof value['firstName'] === 'string' &&
  typeof value['isAdmin'] === 'boolean'
const isStoredSession = (value: unknown): value is StoredSession =>
  isObject(value) && typeof value['requiresVerification'] === 'boolean' && Array.isArray(value['missingConsents'])
/** A token has three parts. Anything else isn't ours. */
const isToken = (value: string | null): value is string => value !== null && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value)

/** Older responses and stored users have no role, only `isAdmin`. */
export const withRole = (user: OwnUser): OwnUser =>
  user.isAdmin && user.staffRole === undefined ? { ...user, staffRole: 'administrator' } : user

function load(): Session {
  const stored = read(keys.token)
  const token = isToken(stored) ? stored : null
  if (!token) {
    if (stored !== null) clearStoredSession()
    return signedOut
  }
  const user = readJson(keys.user, isUser)
  const session = readJson(SESSION_KEY, isStoredSession)
  return {
    ...signedOut,
    ...session,
    verificationToken: typeof session?.verificationToken === 'string' ? session.verificationToken : null,
    token,
    refreshToken: read(keys.refreshToken),
    user: user && withRole(user),
    isAuthenticated: true,
  }
}

let session = load()
/** The token as this tab last read or wrote it. A different token in storage comes from another tab. */
let known = read(keys.token)
/** `goTo` is the page to open because of the change. `fromOtherTab` is true for changes by another tab. */
type Change = { goTo?: string | undefined; fromOtherTab?: boolean }
type Listener = (change: Change) => void
const listeners = new Set<Listener>()
const announce = (change: Change = {}) => listeners.forEach((listener) => listener(change))

function store({ token, refreshToken, user, isAuthenticated: _, status: __, error: ___, ...due }: Session): void {
  if (!token) return clearStoredSession()
  // The token is written last, so that a tab notified of it finds the rest in place.
  write(keys.refreshToken, refreshToken)
  write(keys.user, user ? JSON.stringify(user) : null)
  write(SESSION_KEY, JSON.stringify(due satisfies StoredSession))
  write(keys.token, token)
}

/**
 * The token is removed first, so that a tab notified of it doesn't treat someone without a stored user as an ordinary
 * member.
 */
function clearStoredSession(): void {
  for (const key of [keys.token, keys.refreshToken, keys.user, SESSION_KEY]) write(key, null)
}

export const getSession = (): Session => session

function followOtherTabs(): void {
  const { status, error } = session
  session = { ...load(), status, error }
  known = read(keys.token)
  announce({ fromOtherTab: true })
}

export function setSession(change: Partial<Session>): void {
  // Another tab may have signed out or renewed the token, and the event hasn't arrived yet. That change must not be
  // undone, and data about a user who signed out is dropped.
  if (change.token === undefined && read(keys.token) !== known) {
    followOtherTabs()
    if (change.user && change.user._id !== session.user?._id) return
  }
  session = { ...session, ...change, ...(change.user && { user: withRole(change.user) }) }
  if (session.isAuthenticated) write(ENDED, null)
  store(session)
  known = read(keys.token)
  announce()
}

/** The current tokens, which another tab may have changed. */
export function tokensNow(): { token: string | null; refreshToken: string | null } {
  return { token: read(keys.token), refreshToken: read(keys.refreshToken) }
}

type Ending = {
  goTo?: string | undefined
  /** True if the session ended without the user signing out, so interrupted input can return after the next sign-in. */
  byItself?: boolean
}

export function clearSession({ goTo, byItself = false }: Ending = {}): void {
  write(ENDED, byItself ? (session.user?._id ?? read(ENDED)) : null)
  session = signedOut
  clearStoredSession()
  known = read(keys.token)
  clearDrafts()
  announce({ goTo })
}

/** The user whose session expired in this tab or another, until someone signs in. */
export const interruptedUser = (): string | null => read(ENDED)

/** Removes what this tab has stored, except the input of someone whose session expired. */
export function clearTab(): void {
  if (read(ENDED) === null) attempt(() => sessionStorage.clear())
}

export function onSession(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key !== null && key !== keys.token && key !== keys.user && key !== SESSION_KEY) return
    followOtherTabs()
  })

export const useSession = <T>(pick: (session: Session) => T): T =>
  useSyncExternalStore(
    (changed) => onSession(() => changed()),
    () => pick(session),
    () => pick(signedOut),
  )
