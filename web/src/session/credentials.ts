import type { Credentials } from '../api/credentials.ts'
import { field, isObject } from '../api/failure.ts'
import { exchange, failed } from '../api/send.ts'
import { clearSession, getSession, onSession, setSession, tokensNow } from './store.ts'

// What the calls need of the session: its token, the one refresh when that has run out, and its end.

let signInFor: () => string | undefined = () => undefined
/** The router names the sign-in of a page that has no guard of its own to lead there. */
export const whenSessionEnds = (find: () => string | undefined): void => void (signInFor = find)

/** Tells the server that someone signed out here. Their session is cleared already, so both tokens are given. */
export async function signOutAtServer(token: string | null, refreshToken: string | null): Promise<void> {
  const body = refreshToken ? { refreshToken } : {}
  // The user is signed out here whether or not the call arrives.
  await exchange({ method: 'POST', url: '/auth/logout', body }, token, true).catch(() => {})
}

/** One refresh at a time, over all tabs: who waited finds the new token already there. */
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
  // Signed out while this was on its way: an answer that comes too late must not bring the session back.
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
