import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { collector } from '../collect.ts'
import { diskStorage } from '../../src/infra/storage/disk.ts'
import { s3Storage } from '../../src/infra/storage/s3.ts'
import { openLocalBucket } from '../local-bucket.ts'
import type { FileStore } from '../../src/infra/storage/file-store.ts'

const onDisk = async (): Promise<FileStore> => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-storage-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return diskStorage(folder)
}

/** Behaves like a bucket, which accepts only signed requests to its own URLs. */
const inBucket = async (): Promise<FileStore> => {
  const files = new Map<string, Buffer>()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const signed =
      /^AWS4-HMAC-SHA256 Credential=key-id\/\d{8}\/eu-north-1\/s3\/aws4_request, SignedHeaders=[\w;-]+, Signature=[0-9a-f]{64}$/
    const path = request.url!
    if (path.endsWith('/elsewhere'))
      return void response.writeHead(307, { location: '/pictures/elsewhere/inside' }).end()
    if (path.endsWith('/inside')) return void response.writeHead(200).end('what is none of ours')
    const bytes = Buffer.concat(await request.toArray())
    if (!signed.test(request.headers.authorization ?? '') || !path.startsWith('/pictures/'))
      return void response.writeHead(403).end()
    if (request.method === 'PUT') return void (files.set(path, bytes), response.writeHead(200).end())
    if (request.method === 'DELETE') return void (files.delete(path), response.writeHead(204).end())
    const file = files.get(path)
    response.writeHead(file ? 200 : 404).end(file)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return s3Storage({
    endpoint,
    region: 'eu-north-1',
    bucket: 'pictures',
    accessKeyId: 'key-id',
    secretAccessKey: 'secret',
  })
}

test.each([
  ['a folder', onDisk],
  ['a bucket', inBucket],
])('%s stores, atomically replaces, and deletes files', async (_where, open) => {
  const storage = await open()
  expect(await storage.get('ab12/large.webp')).toBeNull()
  await storage.put('ab12/large.webp', Buffer.from('one'))
  await storage.put('ab12/small.webp', Buffer.from([0, 255, 13, 10]))
  await storage.put('ab12/large.webp', Buffer.from('another'))
  expect((await storage.get('ab12/large.webp'))?.toString()).toBe('another')
  expect(await storage.get('ab12/small.webp')).toEqual(Buffer.from([0, 255, 13, 10]))
  await storage.remove('ab12/large.webp')
  await storage.remove('ab12/large.webp')
  expect(await storage.get('ab12/large.webp')).toBeNull()
  expect(await storage.get('ab12/small.webp')).not.toBeNull()
})

test('a redirect from a bucket is not followed', async () => {
  const storage = await inBucket()
  await expect(storage.get('elsewhere')).rejects.toThrow('fetch failed')
  await expect(storage.put('elsewhere', Buffer.from('one'))).rejects.toThrow('fetch failed')
})

test('a call to a bucket that hangs ends in time, however often garbage is collected', async () => {
  const { env, fail } = await openLocalBucket()
  fail('hanging')
  const bucket = { region: 'r', bucket: env.S3_BUCKET, accessKeyId: 'key-id', secretAccessKey: 'secret' }
  const storage = s3Storage({ ...bucket, endpoint: env.S3_ENDPOINT }, 500)
  const collecting = setInterval(collector(), 50)
  onTestFinished(() => clearInterval(collecting))
  const calls = [
    storage.get('ab12/large.webp'),
    storage.remove('ab12/large.webp'),
    storage.put('ab12/large.webp', Buffer.from('one')),
    storage.put('ab12/large.webp', Buffer.from('one'), 200),
  ]
  const ended = await Promise.allSettled(calls)
  expect(ended.map((each) => each.status === 'rejected' && (each.reason as Error).name)).toEqual(
    Array(4).fill('TimeoutError'),
  )
})

test('no other user of the machine can read a file or its folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-storage-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await diskStorage(folder).put('ab12', Buffer.from('a photo'))
  const paths = readdirSync(folder, { recursive: true }).map(String)
  expect(paths.toSorted()).toEqual(['ab', 'ab/ab12'])
  for (const path of paths) expect([path, statSync(join(folder, path)).mode & 0o077]).toEqual([path, 0])
})
