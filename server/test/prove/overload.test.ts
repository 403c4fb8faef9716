import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { ANSWER_WITHIN } from '../../src/http/admission.ts'
import { SECRET, serverProcess } from '../processes.ts'
import { proof, rounds } from '../proofs.ts'
import { startWorld, until, type World } from '../world.ts'

/** Registering people first takes a while on a busy machine. */
const LONG = 1_200_000

type Line = { call?: string; status?: number; ms?: number; msg: string }
const linesOf = ({ logged }: Pick<World, 'logged'>, call: string): Line[] =>
  logged()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.msg === 'request' && line.call === call)

const at = (all: readonly number[], share: number) => all.toSorted((a, b) => a - b)[Math.floor(all.length * share)] ?? 0

type Server = { base: string }

async function ask({ base }: Server, path: string, token?: string, body?: object) {
  const began = performance.now()
  const answer = await fetch(base + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answerBody = (await answer.json()) as { code?: string }
  return {
    status: answer.status,
    code: answerBody.code,
    retryAfter: Number(answer.headers.get('retry-after')),
    took: performance.now() - began,
  }
}

const deck = (server: Server, token: string) => ask(server, '/api/v1/discovery?limit=20', token)
const metric = async ({ base }: Server, name: string, load = 'heavy') =>
  Number(
    new RegExp(`^${name}\\{load="${load}"\\} (\\d+)`, 'm').exec(await (await fetch(`${base}/metrics`)).text())?.[1],
  )

test(
  'under many concurrent deck requests, each is answered in time or refused at once, and sign-ins still work',
  async () => {
    const world = await startWorld({ env: { TOKEN_SECRET: SECRET }, strongPasswords: true })
    const people: { token: string; email: string; password: string }[] = []
    for (let n = 0; n < rounds(3, 30); n++)
      people.push(...(await Promise.all(Array.from({ length: 10 }, () => world.dater()))))
    // The server runs in its own process, as in production, so that its clients don't keep it busy.
    const server = await serverProcess(world, { LOG_LEVEL: 'info' })
    for (const { token } of people.slice(0, 10)) expect((await deck(server, token)).status).toBe(200)
    await until(() => linesOf(server, 'discover').length === 10)
    const count = rounds(400, 1500)
    const decks = Promise.all(Array.from({ length: count }, (_, n) => deck(server, people[n % people.length]!.token)))
    const { email, password } = people[0]!
    const others = []
    while (others.length < 6)
      others.push(
        await ask(server, '/readyz'),
        await ask(server, '/api/v1/auth/login', undefined, { email, password }),
        await ask(server, '/api/v1/status'),
      )
    const answers = await decks
    // The server's own measurements count, because this client shares its cores and adds delays.
    await until(() => linesOf(server, 'discover').length === 10 + count)
    const lines = linesOf(server, 'discover').slice(10)
    const [dealt, refused] = [200, 503].map((status) => lines.filter((line) => line.status === status))
    const times = [dealt!, refused!].map((each) => each.map(({ ms }) => ms!))
    proof(
      `${count} concurrent decks for ${people.length} members: ${dealt!.length} answered (${at(times[0]!, 0.5)} ms at the median, ${Math.max(...times[0]!)} at most), ${refused!.length} refused (${at(times[1]!, 0.5)} ms, ${Math.max(...times[1]!)} at most); for the client on the same cores ${Math.round(Math.max(...answers.map(({ took }) => took)))} ms at most; meanwhile sign-in, status and readiness took ${Math.round(Math.max(...others.map(({ took }) => took)))} ms at most`,
    )
    expect([lines.length, dealt!.length + refused!.length]).toEqual([count, count])
    expect([dealt!.length > 0, refused!.length > 0]).toEqual([true, true])
    expect(Math.max(...times[0]!)).toBeLessThan(ANSWER_WITHIN)
    // Some of the first requests wait for work that took longer than estimated, or leave the queue to quieter members.
    expect(at(times[1]!, 0.5)).toBeLessThan(50)
    expect(Math.max(...times[1]!)).toBeLessThan(ANSWER_WITHIN)
    for (const { status, code, retryAfter } of answers.filter((answer) => answer.status !== 200))
      expect([status, code, retryAfter > 0]).toEqual([503, 'busy', true])
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
    expect(await metric(server, 'admission_refused_total')).toBe(refused!.length)
    expect(await metric(server, 'admission_running')).toBe(0)
  },
  LONG,
)

test('all requests that a page makes at once are answered', async () => {
  const world = await startWorld({ answerWithin: ANSWER_WITHIN })
  const { token } = await world.dater()
  const paths = [
    '/status',
    '/auth/profile',
    '/notifications',
    '/discovery',
    '/discovery/preferences',
    '/choices/allowance',
  ]
  const page = [...paths, '/matches', '/likes', '/questions', '/searches', '/privacy/blocks', '/subscriptions/current']
  for (let load = 0; load < 3; load++) {
    const answers = await Promise.all(page.map((path) => ask(world, `/api/v1${path}`, token)))
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
  }
})

test('a queued request whose client has left is never started', async () => {
  const world = await startWorld()
  const { token } = await world.dater()
  const get = `GET /api/v1/discovery HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`
  const sockets = Array.from({ length: 20 }, () => connect(world.port, '127.0.0.1'))
  for (const socket of sockets) socket.write(get)
  await until(async () => (await metric(world, 'admission_waiting')) > 0)
  for (const socket of sockets) socket.destroy()
  await until(async () => (await metric(world, 'admission_left_total')) > 0)
  await until(async () => (await metric(world, 'admission_running')) === 0)
  const left = await metric(world, 'admission_left_total')
  expect(linesOf(world, 'discover').length).toBeLessThanOrEqual(20 - left)
  expect((await deck(world, token)).status).toBe(200)
})
