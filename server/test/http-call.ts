import { Agent, request } from 'node:http'
import type { Session } from '../../bench/sessions.ts'

// Requests from many clients, over persistent connections.

export type Ask = { method: string; path: string; session?: Session; body?: object }
export type Answered = { status: number; retryAfter: number; text: string }

/** Has no limit of sockets, because a queued request would reach the server later than its client sent it. */
const agent = new Agent({ keepAlive: true })

/** Makes a request without retries. Status 0 means no response. */
export async function call(base: string, { method, path, session, body }: Ask): Promise<Answered> {
  const text = body && JSON.stringify(body)
  const headers = {
    ...(session ? { authorization: `Bearer ${await session.token()}` } : {}),
    ...(text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}),
  }
  return new Promise((resolve) => {
    const none = () => resolve({ status: 0, retryAfter: 0, text: '' })
    const sent = request(`${base}/api/v1${path}`, { method, headers, agent }, (answer) => {
      const { statusCode: status = 0, headers } = answer
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', none)
      answer.on('end', () =>
        resolve({ status, retryAfter: Number(headers['retry-after'] ?? 0), text: Buffer.concat(chunks).toString() }),
      )
    })
    sent.on('error', none).end(text)
  })
}
