import { AwsClient } from 'aws4fetch'
import type { FileStore } from './storage.ts'

export type Bucket = { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }

/** How long a call may take, in milliseconds. */
const LONGEST = 20_000

/** Any S3-compatible storage, with path-style addresses. */
export function s3Storage({ endpoint, region, bucket, accessKeyId, secretAccessKey }: Bucket): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const address = (key: string) => `${endpoint.replace(/\/$/, '')}/${bucket}/${key}`
  const request = async (key: string, init: RequestInit): Promise<Response> => {
    const response = await client.fetch(address(key), {
      ...init,
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(LONGEST), ...(init.signal ? [init.signal] : [])]),
    })
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
