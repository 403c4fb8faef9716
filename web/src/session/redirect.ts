import { field, isObject } from '../api/failure.ts'
import { readJson, write } from './storage.ts'

// The redirect to Google or Facebook and back: our stored request, and the values returned.

const KEY = 'kindred.redirect'

/**
 * The purpose of a redirect: to sign in (and continue to a page), to link the provider to the signed-in account, or
 * to confirm the user's identity.
 */
export type Redirect = {
  state: string
  linking: boolean
  confirming?: boolean
  from?: string | undefined
  invitation?: string
}

const isRedirect = (value: unknown): value is Redirect => isObject(value) && typeof value['state'] === 'string'

export const rememberRedirect = (redirect: Redirect): void => write(KEY, JSON.stringify(redirect), 'sessionStorage')

/** The request is removed when read, so that a second return matches nothing. */
export function takeRedirect(): Redirect | null {
  const redirect = readJson(KEY, isRedirect, 'sessionStorage')
  write(KEY, null, 'sessionStorage')
  return redirect
}

/** The provider's proof and, if Facebook sends it, the user's id. */
export type Proven = { proof: string; userID?: string }
export type Returned = Proven | { refused: true }

/** Reads the values in the fragment of the provider's redirect if they belong to our request. */
export function readReturn(fragment: string, expected: string | undefined): Returned {
  const returned = new URLSearchParams(fragment.replace(/^#/, ''))
  const proof = returned.get('id_token') ?? returned.get('access_token')
  if (!proof || expected === undefined || returned.get('state') !== expected) return { refused: true }
  const userID = userOf(returned.get('signed_request'))
  return { proof, ...(userID === undefined ? {} : { userID }) }
}

/** The user id in Facebook's signed request. The server checks that the token belongs to it. */
function userOf(signedRequest: string | null): string | undefined {
  try {
    const payload = (signedRequest?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return field(JSON.parse(atob(payload)), 'user_id')
  } catch {
    return undefined
  }
}
