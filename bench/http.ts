import { Agent, request } from 'node:http'

// A minimal client, because it shares the two cores with the server.

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

export type Request = { method: string; url: string; headers?: Record<string, string>; body?: unknown }
export type Answer = { status: number; text: string }

/** True if the server closed an idle connection just when it was reused. */
const isStale = (error: Error, reused: boolean): boolean => reused && 'code' in error && error.code === 'ECONNRESET'

export function send(call: Request, isAgain = false): Promise<Answer> {
  const text = call.body === undefined ? undefined : JSON.stringify(call.body)
  const headers = {
    ...call.headers,
    ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(call.url, { method: call.method, agent, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
      answer.on('error', reject)
    })
    sent.on('error', (error) => {
      if (!isAgain && isStale(error, sent.reusedSocket)) resolve(send(call, true))
      else reject(error)
    })
    sent.end(text)
  })
}
