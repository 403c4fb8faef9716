import { parseBody, BASE } from './base.ts'
import { credentials } from './credentials.ts'
import { texts } from './error-text.ts'
import { CallFailed } from './failure.ts'
import { TIMEOUT } from './send.ts'

/** A recording from the server. An audio element can't load it by URL, because it needs the session's token. */
export async function fetchAudio(path: string): Promise<Blob> {
  const address = BASE + path
  const { token: tokenNow, refresh } = credentials()
  const get = (token: string | null) =>
    fetch(address, {
      credentials: 'include',
      signal: AbortSignal.timeout(TIMEOUT),
      headers: token ? { authorization: `Bearer ${token}` } : {},
    }).catch(() => {
      throw new CallFailed('no-answer', texts.networkOnTheWay)
    })
  const token = tokenNow()
  let answer = await get(token)
  if (answer.status === 401 && token) answer = await get(await refresh(token))
  if (answer.ok) return answer.blob()
  throw new CallFailed('answer', '', { status: answer.status, data: parseBody(await answer.text()) })
}
