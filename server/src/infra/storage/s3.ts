import { setTimeout } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { seconds } from '../clock.ts'
import type { FileStore } from './storage.ts'

export type Bucket = { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }

/** How long a call may take. */
const LONGEST = seconds(20)
/** A bucket that is busy is asked again after these pauses, in milliseconds. */
const PAUSES = [50, 100]

/** Any S3-compatible storage, with path-style addresses. */
export function s3Storage(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: Bucket,
  longest = LONGEST,
): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const address = (key: string) => `${endpoint.replace(/\/$/, '')}/${bucket}/${key}`
  const request = async (key: string, { signal: given, ...init }: RequestInit): Promise<Response> => {
    const signal = AbortSignal.any([AbortSignal.timeout(longest), ...(given ? [given] : [])])
    // The signal goes to fetch itself: in a Request, it is lost as soon as garbage is collected.
    const ask = async () => fetch(await client.sign(address(key), { ...init, redirect: 'error' }), { signal })
    let response = await ask()
    for (const pause of PAUSES) {
      if (response.status < 500 && response.status !== 429) break
      await response.body?.cancel()
      await setTimeout(pause, undefined, { signal })
      response = await ask()
    }
    if (response.ok || response.status === 404) return response
    throw new Error(`The storage answered ${response.status} to ${init.method ?? 'GET'}.`)
  }
  return {
    put: async (key, bytes, signal) => {
      const { status } = await request(key, {
        method: 'PUT',
        // Our bytes never come from shared memory, which fetch wouldn't take.
        body: bytes as Uint8Array<ArrayBuffer>,
        headers: { 'content-type': 'application/octet-stream' },
        ...(signal && { signal }),
      })
      if (status === 404) throw new Error('The storage has no such bucket.')
    },
    get: async (key, signal) => {
      const response = await request(key, signal ? { signal } : {})
      if (response.status === 404) return null
      return Buffer.from(await response.arrayBuffer())
    },
    remove: async (key) => void (await request(key, { method: 'DELETE' })),
  }
}
