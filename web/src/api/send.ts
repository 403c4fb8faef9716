import type { Send } from '@kindred/contract/calls'
import { parseBody, BASE } from './base.ts'
import { credentials } from './credentials.ts'
import { texts } from './error-text.ts'
import { CallFailed, field, hasShape } from './failure.ts'
import { readerLocale } from './reader-language.ts'

// The request pipeline: base address, timeout and credentials, with a second attempt after a new token or a confirmed
// identity.

export const TIMEOUT = 20_000

type Sent = Parameters<Send>[0]
export type Answer = { status: number; data: unknown; retryAfter?: number }

export async function exchange(
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
        'accept-language': readerLocale(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch === undefined ? {} : { 'if-match': String(ifMatch) }),
        // A header can contain only ASCII characters.
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
  return {
    status: answer.status,
    data: text === '' ? undefined : parseBody(text),
    ...(retryAfter > 0 ? { retryAfter } : {}),
  }
}

/** Codes of a 401 caused by the user's input. Any other 401 ends the session. */
const inputErrors = ['second_factor_required', 'invalid_credentials']

const codeOf = ({ data }: Answer): string => field(data, 'code') ?? ''
const isSignedOut = (answer: Answer) => answer.status === 401 && !inputErrors.includes(codeOf(answer))

export const failed = ({ status, data, retryAfter }: Answer) =>
  new CallFailed('answer', '', { status, data, retryAfter })

let confirmIdentity: (refusal: unknown) => Promise<boolean> = () => Promise.resolve(false)
/**
 * Registers the dialog for requests that require a fresh confirmation. It resolves with true once the user has
 * confirmed.
 */
export const onProofRequired = (ask: typeof confirmIdentity): void => void (confirmIdentity = ask)

let handleMissingConsent: () => void = () => {}
/** Registers the handler for requests that were refused because a consent is missing. */
export const onConsentRequired = (handler: typeof handleMissingConsent): void => void (handleMissingConsent = handler)

/** Sends a request as the signed-in user. After a 401, tries once more with a new token, or else ends the session. */
export async function asSignedIn<A extends Answer>(request: (token: string | null) => Promise<A>): Promise<A> {
  const { token: tokenNow, refresh, end } = credentials()
  const token = tokenNow()
  let answer = await request(token)
  if (token && isSignedOut(answer)) {
    const fresh = await refresh(token)
    if (fresh) answer = await request(fresh)
    if (isSignedOut(answer)) end()
  }
  if (codeOf(answer) === 'consent_required') handleMissingConsent()
  return answer
}

/** Requests that need a fresh confirmation are sent again after it. */
export const send: Send = async (call) => {
  const answer = await asSignedIn((token) => exchange(call, token))
  if (codeOf(answer) === 'step_up_required' && (await confirmIdentity(answer.data))) return send(call)
  if (answer.status >= 400) throw failed(answer)
  // A proxy's page or an empty body isn't our response, so the caller shows its own text, as after any failure.
  if (call.expects !== undefined && !hasShape(answer.data, call.expects))
    throw new CallFailed('answer', '', { status: answer.status, data: undefined })
  return { status: answer.status, body: answer.data }
}
