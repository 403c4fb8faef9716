import { parseBody, BASE } from './base.ts'
import { texts } from './error-text.ts'
import { CallFailed } from './failure.ts'
import { asSignedIn, failed, TIMEOUT } from './send.ts'

async function get(path: string, token: string | null) {
  const answer = await fetch(BASE + path, {
    credentials: 'include',
    signal: AbortSignal.timeout(TIMEOUT),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  }).catch(() => {
    throw new CallFailed('no-answer', texts.networkOnTheWay)
  })
  const { status } = answer
  return answer.ok
    ? { status, data: undefined, audio: await answer.blob() }
    : { status, data: parseBody(await answer.text()), audio: undefined }
}

/** A recording from the server. An audio element can't load it by URL, because it needs the session's token. */
export async function fetchAudio(path: string): Promise<Blob> {
  const answer = await asSignedIn((token) => get(path, token))
  if (!answer.audio) throw failed(answer)
  return answer.audio
}
