import { field, isObject } from '../api/failure.ts'

// A browser that goes to Google or Facebook and comes back: what it left with, and what it brings.

const KEY = 'kindred.redirect'

/**
 * The purpose of a redirect: to sign in (and continue to a page), to link the provider to the signed-in account, or to
 * confirm who is signed in.
 */
export type Redirect = { state: string; linking: boolean; confirming?: boolean; from?: string | undefined }

const isRedirect = (value: unknown): value is Redirect => isObject(value) && typeof value['state'] === 'string'

export function rememberRedirect(redirect: Redirect): void {
  sessionStorage.setItem(KEY, JSON.stringify(redirect))
}

/** Read once: a second return finds nothing that it could belong to. */
export function takeRedirect(): Redirect | null {
  const stored = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  try {
    const redirect: unknown = JSON.parse(stored ?? 'null')
    return isRedirect(redirect) ? redirect : null
  } catch {
    return null
  }
}

/** What a provider proved, and, where Facebook says so, whose it is. */
export type Proven = { proof: string; userID?: string }
export type Returned = Proven | { refused: true }

/** What a provider's page sent back in the fragment, if it belongs to our request. */
export function readReturn(fragment: string, expected: string | undefined): Returned {
  const returned = new URLSearchParams(fragment.replace(/^#/, ''))
  const proof = returned.get('id_token') ?? returned.get('access_token')
  if (!proof || expected === undefined || returned.get('state') !== expected) return { refused: true }
  const userID = userOf(returned.get('signed_request'))
  return { proof, ...(userID === undefined ? {} : { userID }) }
}

/** The user that Facebook names in its signed request. The server checks that the token is theirs. */
function userOf(signedRequest: string | null): string | undefined {
  try {
    const payload = (signedRequest?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return field(JSON.parse(atob(payload)), 'user_id')
  } catch {
    return undefined
  }
}
