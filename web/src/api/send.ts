import type { Send } from '@kindred/contract/client'
import { clearSession, getSession, setSession, tokensNow } from '../session/store.ts'
import { BASE, readAnswer } from './base.ts'
import { texts } from './error-text.ts'
import { CallFailed, hasShape } from './failure.ts'

// The way of every call: base address, time-out, credentials, Bearer; and the one refresh when a token has run out.

export const TIMEOUT = 20_000

type Sent = Parameters<Send>[0]
type Answer = { status: number; data: unknown; retryAfter?: number }

async function exchange(
  { method, url, body, ifMatch, reason }: Sent,
  token: string | null,
  keepalive = false,
): Promise<Answer> {
  let answer: Response
  try {
    answer = await fetch(BASE + url, {
      method,
      credentials: 'include',
      keepalive,
      signal: AbortSignal.timeout(TIMEOUT),
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch === undefined ? {} : { 'if-match': String(ifMatch) }),
        // A header holds no letters but ASCII's.
        ...(reason === undefined ? {} : { 'x-reason': encodeURIComponent(reason) }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch {
    throw new CallFailed('no-answer', texts.networkOnTheWay)
  }
  const text = await answer.text().catch(() => '')
  const retryAfter = Number(answer.headers.get('retry-after'))
  return { status: answer.status, data: parsed(text), ...(retryAfter > 0 ? { retryAfter } : {}) }
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : readAnswer(text)
  } catch {
    return text
  }
}

/** Codes of a 401 that answers what was typed; any other ends the session. */
const answersToTyping = ['second_factor_required', 'invalid_credentials']

let signInFor: () => string | undefined = () => undefined
/** The router names the sign-in of a page that has no guard of its own to lead there. */
export const whenSessionEnds = (find: () => string | undefined): void => void (signInFor = find)

const endSession = (): void => clearSession({ byItself: true, goTo: signInFor() })

/** Tells the server that someone signed out here. Their session is cleared already, so both tokens are given. */
export async function signOutAtServer(token: string | null, refreshToken: string | null): Promise<void> {
  const body = refreshToken ? { refreshToken } : {}
  // Whether or not it arrives, whoever signed out is signed out here.
  await exchange({ method: 'POST', url: '/auth/logout', body }, token, true).catch(() => {})
}

/** One refresh at a time, over all tabs: who waited finds the new token already there. */
async function refresh(stale: string): Promise<string | null> {
  const once = async () => {
    const { token, refreshToken } = tokensNow()
    if (token && token !== stale) return token
    if (!refreshToken) return null
    const answer = await exchange({ method: 'POST', url: '/auth/refresh-token', body: { refreshToken } }, null)
    if (answer.status >= 500) throw failed(answer)
    const data = (answer.data as { data?: { token?: unknown; refreshToken?: unknown } } | undefined)?.data
    // Signed out while this was on its way: an answer that comes too late must not bring the session back.
    if (tokensNow().refreshToken !== refreshToken) return null
    if (answer.status >= 400 || typeof data?.token !== 'string') return null
    setSession({
      token: data.token,
      ...(typeof data.refreshToken === 'string' ? { refreshToken: data.refreshToken } : {}),
    })
    return data.token
  }
  return navigator.locks ? navigator.locks.request('kindred.refresh', once) : once()
}

const codeOf = ({ data }: Answer): string => (data as { code?: string } | undefined)?.code ?? ''

const failed = ({ status, data, retryAfter }: Answer) => new CallFailed('answer', '', { status, data, retryAfter })

let askForProof: () => Promise<boolean> = () => Promise.resolve(false)
/** The page asks for a fresh proof where a call wants one: whether it was given. */
export const whenProofIsAsked = (ask: typeof askForProof): void => void (askForProof = ask)

/**
 * Sends a call as whoever is signed in. A 401 is tried once more with a fresh token; then the session is over. What
 * asks for a fresh proof is sent once more when that was given.
 */
export const send: Send = async (call) => {
  const token = tokensNow().token ?? getSession().token
  let answer = await exchange(call, token)
  if (answer.status === 401 && token && !answersToTyping.includes(codeOf(answer))) {
    const fresh = await refresh(token)
    if (!fresh) {
      endSession()
      throw failed(answer)
    }
    answer = await exchange(call, fresh)
    if (answer.status === 401 && !answersToTyping.includes(codeOf(answer))) endSession()
  }
  if (codeOf(answer) === 'step_up_required' && (await askForProof())) return send(call)
  if (answer.status >= 400) throw failed(answer)
  // A proxy's page or an empty body is no answer of ours: the caller shows the call's own words, as for any failure.
  if (call.expects !== undefined && !hasShape(answer.data, call.expects))
    throw new CallFailed('answer', '', { status: answer.status, data: undefined })
  return { status: answer.status, body: answer.data }
}
