import { expect, test } from 'vitest'
import { startWorld, type World } from '../world.ts'

// Some pages are only for this machine, and headers depend on the route, however its URL is spelled.

const LOCAL = { host: 'localhost:3000' }

/** The headers that ordinary proxies, load balancers and CDNs add. */
const relayed: Record<string, string>[] = [
  { forwarded: 'for=10.1.2.3' },
  { via: '1.1 proxy' },
  { 'x-real-ip': '10.1.2.3' },
  { 'x-forwarded-for': '10.1.2.3' },
  { 'x-forwarded-host': 'love.example' },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-server': 'front' },
  { 'x-original-forwarded-for': '10.1.2.3' },
  { 'x-client-ip': '10.1.2.3' },
  { 'true-client-ip': '10.1.2.3' },
  { 'cf-connecting-ip': '10.1.2.3' },
  { 'fly-client-ip': '10.1.2.3' },
  { 'cdn-loop': 'cloudflare' },
  { 'x-envoy-external-address': '10.1.2.3' },
  { 'x-amzn-trace-id': 'Root=1' },
]

function privateRoutes({ app }: World): string[] {
  const above: string[] = []
  const routes = ['/metrics']
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent, part, methods] = /^([│├└─ ]*)(\S+)(?: \((.*)\))?$/.exec(line) ?? []
    if (indent === undefined || part === undefined) continue
    const path = (above[indent.length / 4 - 1] ?? '') + part
    above[indent.length / 4] = path
    if (methods && path.startsWith('/dev/')) routes.push(methods.includes('POST') ? `POST ${path}` : path)
  }
  return routes
}

async function statusOf({ app }: World, route: string, headers: Record<string, string>, remoteAddress = '127.0.0.1') {
  const [method, url] = route.startsWith('POST ') ? (['POST', route.slice(5)] as const) : (['GET', route] as const)
  const answer = await app.inject({ method, url, headers: { ...LOCAL, ...headers }, remoteAddress })
  return answer.statusCode
}

test('requests through a proxy never see metrics or development pages', async () => {
  const world = await startWorld()
  const routes = privateRoutes(world)
  expect(routes).toContain('/dev/outbox')
  expect(routes).toContain('POST /dev/payments/clock')
  for (const route of routes) {
    expect([route, await statusOf(world, route, {})]).not.toEqual([route, 404])
    const refused = [
      ...(await Promise.all(relayed.map((headers) => statusOf(world, route, headers)))),
      await statusOf(world, route, { host: 'love.example' }),
      await statusOf(world, route, { host: 'localhost.evil.example' }),
      await statusOf(world, route, {}, '10.0.0.9'),
    ]
    expect([route, ...new Set(refused)]).toEqual([route, 404])
  }
})

test('on a public address only the token opens metrics, and nothing opens the development pages', async () => {
  const METRICS_TOKEN = 'a-token-of-some-length'
  const open = await startWorld({ env: { PUBLIC_URL: 'https://love.example' } })
  for (const route of privateRoutes(open)) expect([route, await statusOf(open, route, {})]).toEqual([route, 404])
  const world = await startWorld({ env: { PUBLIC_URL: 'https://love.example', METRICS_TOKEN } })
  const authorization = `Bearer ${METRICS_TOKEN}`
  expect(await statusOf(world, '/metrics', { authorization, 'x-real-ip': '10.1.2.3', host: 'love.example' })).toBe(200)
  expect(await statusOf(world, '/dev/outbox', { authorization })).toBe(404)
})

test('an answer has the headers of its route, however the address is spelled', async () => {
  const world = await startWorld()
  const { token } = await world.dater()
  const headersOf = async (path: string, init: RequestInit = {}) => {
    const answer = await world.request(path, { ...init, headers: { authorization: `Bearer ${token}` } })
    const { date: _, 'x-request-id': __, ...headers } = Object.fromEntries(answer.headers)
    return [answer.status, headers] as const
  }
  const spelled = (path: string) => [
    path.replace('/api', '/%61pi'),
    path.replace('/api/v1', '/a%70i/v%31'),
    path.replace(/\w(?=\?|$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  ]
  const paths = ['/api/v1/auth/profile', '/api/v1/matches', '/api/v1/status', '/api/v1/nothing', '/api/v1/blocks?x=1']
  for (const path of paths)
    for (const other of spelled(path)) expect([other, await headersOf(other)]).toEqual([other, await headersOf(path)])
  expect((await headersOf('/%61pi/v1/auth/profile'))[1]['cache-control']).toBe('no-store')
  const picture = '/api/v1/pictures/0123456789abcdef0123456789abcdef/large'
  for (const other of spelled(picture))
    expect([other, await headersOf(other)]).toEqual([other, await headersOf(picture)])
  // Encoded spellings of unknown URLs aren't pages either.
  for (const path of ['/%64ev/nothing', '/%61pi/v1/nothing', '/m%65dia/x'])
    expect([path, (await world.request(path)).headers.get('content-type')]).toEqual([
      path,
      'application/json; charset=utf-8',
    ])
})

test('signing out succeeds whatever is sent, and however its address is spelled', async () => {
  const world = await startWorld()
  for (const path of ['/api/v1/auth/logout', '/api/v1/auth/log%6fut', '/%61pi/v1/auth/logout']) {
    const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"refreshToken":' }
    expect([path, (await world.request(path, body)).status]).toEqual([path, 200])
  }
})

test('only trusted hops can forward client addresses', async () => {
  const lastSeen = async (env: Record<string, string>, forwarded: string) => {
    const world = await startWorld({ env })
    const { email, password } = await world.member()
    await world.request('/api/v1/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded, 'x-real-ip': '192.0.2.66' },
      body: JSON.stringify({ email, password }),
    })
    const { rows } = await world.query('select address from sign_ins order by at desc limit 1')
    return (rows[0] as { address: string }).address
  }
  const claimed = '192.0.2.1, 198.51.100.2, 203.0.113.3'
  expect(await lastSeen({}, claimed)).toBe('127.0.0.1')
  expect(await lastSeen({ TRUSTED_HOPS: '1' }, claimed)).toBe('203.0.113.3')
  expect(await lastSeen({ TRUSTED_HOPS: '2' }, claimed)).toBe('198.51.100.2')
})
