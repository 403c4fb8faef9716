import { AwsClient } from 'aws4fetch'
import type { Storage } from './storage.ts'

export type Bucket = { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }

/** Any storage that speaks S3, by path-style addresses. */
export function s3Storage({ endpoint, region, bucket, accessKeyId, secretAccessKey }: Bucket): Storage {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const address = (key: string) => `${endpoint.replace(/\/$/, '')}/${bucket}/${key}`
  const ask = async (key: string, init: RequestInit): Promise<Response> => {
    const answer = await client.fetch(address(key), { ...init, redirect: 'error', signal: AbortSignal.timeout(20_000) })
    if (answer.ok || answer.status === 404) return answer
    throw new Error(`The storage answered ${answer.status} to ${init.method ?? 'GET'}.`)
  }
  return {
    put: async (key, bytes) => {
      const { status } = await ask(key, {
        method: 'PUT',
        body: bytes as Uint8Array<ArrayBuffer>,
        headers: { 'content-type': 'application/octet-stream' },
      })
      if (status === 404) throw new Error('The storage has no such bucket.')
    },
    get: async (key) => {
      const answer = await ask(key, {})
      if (answer.status === 404) return null
      return Buffer.from(await answer.arrayBuffer())
    },
    remove: async (key) => void (await ask(key, { method: 'DELETE' })),
  }
}
