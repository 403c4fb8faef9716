import { setTimeout } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { seconds } from '../clock.ts'
import type { FileStore } from './file-store.ts'

export type Bucket = { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }

const LONGEST = seconds(20)
/** A busy bucket is retried after these pauses, in milliseconds. */
const PAUSES = [50, 100]

/** Any S3-compatible storage, with path-style addresses. */
export function s3Storage(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: Bucket,
  longest = LONGEST,
): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const address = (key: string) => `${endpoint.replace(/\/$/, '')}/${bucket}/${key}`
  const request = async (key: string, init: RequestInit, within = longest): Promise<Response> => {
    // The signal goes to `fetch` itself, because garbage collection would lose it in a Request or in AbortSignal.any.
    const signal = AbortSignal.timeout(within)
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
    put: async (key, bytes, within) => {
      // Our bytes never come from shared memory, which fetch wouldn't accept.
      const body = bytes as Uint8Array<ArrayBuffer>
      const headers = { 'content-type': 'application/octet-stream' }
      const { status } = await request(key, { method: 'PUT', body, headers }, within)
      if (status === 404) throw new Error('The storage has no such bucket.')
    },
    get: async (key) => {
      const response = await request(key, {})
      if (response.status === 404) return null
      return Buffer.from(await response.arrayBuffer())
    },
    remove: async (key) => void (await request(key, { method: 'DELETE' })),
  }
}
