import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { stopWhenOver } from './world.ts'

// The part of S3's protocol that pgBackRest uses: whole and multipart objects, lists by prefix, and bulk deletes.

const certificate = (name: string) => readFileSync(join(import.meta.dirname, 'certificates', name))
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&')

type Stored = { bytes: Buffer; at: Date }

function listOf(objects: ReadonlyMap<string, Stored>, prefix: string, delimiter: string): string {
  const inside = [...objects]
    .filter(([key]) => key.startsWith(prefix))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const folders = new Set<string>()
  const files = inside.filter(([key]) => {
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1
    if (end >= 0) folders.add(key.slice(0, end + 1))
    return end < 0
  })
  const contents = files.map(
    ([key, { bytes, at }]) =>
      `<Contents><Key>${escaped(key)}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
  )
  const prefixes = [...folders].map((each) => `<CommonPrefixes><Prefix>${escaped(each)}</Prefix></CommonPrefixes>`)
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}${prefixes.join('')}</ListBucketResult>`
}

/** Opens a server that listens until the test is over. */
export async function openLocalS3(bucket: string) {
  const objects = new Map<string, Stored>()
  const parts = new Map<string, Buffer[]>()
  const save = (key: string, bytes: Buffer) => void objects.set(key, { bytes, at: new Date() })

  function post(key: string, query: URLSearchParams, body: string): string {
    if (query.has('delete')) {
      for (const [, each = ''] of body.matchAll(/<Key>([^<]*)<\/Key>/g)) objects.delete(unescaped(each))
      return '<DeleteResult/>'
    }
    const upload = query.get('uploadId')
    if (upload === null) {
      const id = randomUUID()
      parts.set(id, [])
      return `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`
    }
    save(key, Buffer.concat(parts.get(upload) ?? []))
    return '<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>'
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray())
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'https://s3')
    const key = decodeURIComponent(pathname).slice(`/${bucket}/`.length)
    if (request.method === 'POST') return void response.end(post(key, query, body.toString()))
    if (request.method === 'DELETE') return void (objects.delete(key), response.writeHead(204).end())
    if (request.method === 'PUT') {
      const upload = parts.get(query.get('uploadId') ?? '')
      if (upload) upload[Number(query.get('partNumber')) - 1] = body
      else save(key, body)
      return void response.writeHead(200, { etag: '"part"' }).end()
    }
    if (query.has('list-type'))
      return void response.end(listOf(objects, query.get('prefix') ?? '', query.get('delimiter') ?? ''))
    const found = objects.get(key)
    if (!found) return void response.writeHead(404).end()
    const [, from = '0', to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const bytes = found.bytes.subarray(Number(from), to ? Number(to) + 1 : undefined)
    response.writeHead(request.headers.range ? 206 : 200, {
      'content-length': bytes.length,
      'last-modified': found.at.toUTCString(),
    })
    response.end(request.method === 'HEAD' ? undefined : bytes)
  }

  const tls = { key: certificate('localhost.key'), cert: certificate('localhost.pem') }
  const server = createServer(tls, (request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stopWhenOver(() => {
    server.close()
    server.closeAllConnections()
  })
  return { port: (server.address() as AddressInfo).port, objects }
}
