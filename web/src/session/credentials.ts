import type { Credentials } from '../api/credentials.ts'
import { field, isObject } from '../api/failure.ts'
import { exchange, failed } from '../api/send.ts'
import { clearSession, getSession, onSession, setSession, tokensNow } from './store.ts'

// The session's part in requests: its token, a single refresh when that has expired, and the end of the session.

let signInFor: () => string | undefined = () => undefined
/** Registers a function that finds the sign-in path for pages without a guard. */
export const whenSessionEnds = (find: () => string | undefined): void => void (signInFor = find)

/** Notifies the server of a sign-out. The session is already cleared, so both tokens are parameters. */
export async function signOutAtServer(token: string | null, refreshToken: string | null): Promise<void> {
  const body = refreshToken ? { refreshToken } : {}
  // The user is signed out here even if the request fails.
  await exchange({ method: 'POST', url: '/auth/logout', body }, token, true).catch(() => {})
}

/** Refreshes the token once at a time across all tabs. Tabs that waited find the new token. */
async function refresh(stale: string): Promise<string | null> {
  const once = () => refreshOnce(stale)
  return navigator.locks ? navigator.locks.request('kindred.refresh', once) : once()
}

async function refreshOnce(stale: string): Promise<string | null> {
  const { token, refreshToken } = tokensNow()
  if (token && token !== stale) return token
  if (!refreshToken) return null
  const answer = await exchange({ method: 'POST', url: '/auth/refresh-token', body: { refreshToken } }, null)
  if (answer.status >= 500) throw failed(answer)
  const data = isObject(answer.data) ? answer.data['data'] : undefined
  const [newToken, newRefreshToken] = [field(data, 'token'), field(data, 'refreshToken')]
  // The user signed out in the meantime, so a late response must not restore the session.
  if (tokensNow().refreshToken !== refreshToken) return null
  if (answer.status >= 400 || newToken === undefined) return null
  setSession({ token: newToken, ...(newRefreshToken === undefined ? {} : { refreshToken: newRefreshToken }) })
  return newToken
}

export const sessionCredentials: Credentials = {
  token: () => tokensNow().token ?? getSession().token,
  refresh,
  end: () => clearSession({ byItself: true, goTo: signInFor() }),
  onEnd: (listener) =>
    onSession(() => {
      if (!getSession().isAuthenticated) listener()
    }),
}
