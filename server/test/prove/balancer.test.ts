import { mkdtempSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isBalancerInstalled, openBalancer } from '../balancer.ts'
import { ownPort } from '../processes.ts'
import { until } from '../world.ts'
import { runsWhere } from '../where.ts'

// The load balancer of docs/operations.md refuses requests itself once the servers have as many as they can answer in
// time. Here, its servers respond only when the test lets them.

const AT_ONCE = 20
const WAITING = 32
const LARGE = 'x'.repeat(50_000)

/** A server that holds requests for matches until the test releases them. */
async function heldServer() {
  const port = await ownPort()
  const held: ServerResponse[] = []
  const server = createServer((asked, answer) => {
    if (asked.url === '/api/v1/matches') return void held.push(answer)
    asked.resume().once('end', () => answer.end(asked.url === '/api/v1/people' ? LARGE : 'ok'))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port, held }
}

async function balanced() {
  const servers = [await heldServer(), await heldServer()]
  const folder = mkdtempSync(join(tmpdir(), 'balancer-'))
  const { base } = await openBalancer(
    servers.map(({ port }) => port),
    folder,
  )
  const held = () => servers.flatMap((each) => each.held)
  return { base, port: Number(new URL(base).port), held }
}

async function ask(base: string, path: string) {
  const answer = await fetch(base + path)
  const text = await answer.text()
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text }
}

const mute = (port: number, text: string) => {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {}).pause()
  socket.write(text)
  onTestFinished(() => void socket.destroy())
}

test.for(runsWhere(isBalancerInstalled, 'haproxy (npm run ops-tools)'))(
  'what the servers can’t answer in time is refused at once, and everything else goes on',
  async () => {
    const { base, held } = await balanced()
    const calls = Array.from({ length: AT_ONCE + WAITING }, () => ask(base, '/api/v1/matches'))
    await until(() => held().length === AT_ONCE)
    const refused = await Promise.all(Array.from({ length: 40 }, () => ask(base, '/api/v1/matches')))
    const [first] = refused
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
    expect([first?.retryAfter, JSON.parse(first?.text ?? '')]).toEqual(['1', expect.objectContaining({ code: 'busy' })])
    const paths = ['/', '/api/v1/auth/login', '/api/v1/pictures/a/small', '/api/v1/media', '/socket.io/']
    expect(await Promise.all(paths.map(async (path) => (await ask(base, path)).status))).toEqual(paths.map(() => 200))
    const answerAll = setInterval(() => held().forEach((answer) => answer.end('ok')), 20)
    onTestFinished(() => clearInterval(answerAll))
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]))
  },
)

test.for(runsWhere(isBalancerInstalled, 'haproxy (npm run ops-tools)'))(
  'those who send or read slowly take no place of others',
  async () => {
    const { base, port } = await balanced()
    const head = 'HTTP/1.1\r\nHost: site\r\n'
    for (let n = 0; n < 2 * (AT_ONCE + WAITING); n++) {
      mute(port, `GET /api/v1/people ${head}\r\n`)
      mute(port, `POST /api/v1/choices ${head}content-type: application/json\r\ncontent-length: 90\r\n\r\n{"userId"`)
    }
    // Incomplete requests and unread responses stay with the balancer, so the servers' capacity is free for others.
    const others = () => Promise.all(Array.from({ length: WAITING }, () => ask(base, '/api/v1/people')))
    const refused = async () => (await others()).filter(({ status }) => status !== 200).length
    expect(await until(async () => (await refused()) === 0, 30_000)).toBe(true)
  },
)
