import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { stopWhenOver } from './world.ts'

/** Held requests continue as soon as the fault is over. */
export type BucketFault = 'none' | 'slow' | 'held' | 'hanging' | 'resetting' | 'answering 500'

/** A bucket that speaks as much of S3's protocol as we need, and fails on request. */
export async function openLocalBucket(slowness = 0) {
  const files = new Map<string, Buffer>()
  const asked: string[] = []
  let fault: BucketFault = 'none'
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const bytes = Buffer.concat(await request.toArray())
    asked.push(`${request.method} ${request.url}`)
    if (fault === 'hanging') return
    if (fault === 'resetting') return void request.socket.resetAndDestroy()
    if (fault === 'answering 500') return void response.writeHead(500).end()
    if (fault === 'slow') await pause(slowness)
    while (fault === 'held') await pause(5)
    const path = request.url ?? ''
    if (request.method === 'PUT') return void (files.set(path, bytes), response.writeHead(200).end())
    if (request.method === 'DELETE') return void (files.delete(path), response.writeHead(204).end())
    const file = files.get(path)
    response.writeHead(file ? 200 : 404).end(file)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stopWhenOver(() => {
    server.close()
    server.closeAllConnections()
  })
  const env = {
    S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'key-id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  return { env, files, asked, fail: (as: BucketFault) => void (fault = as) }
}
