import { api, SOCKET_PATH, type Route } from '@kindred/contract'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { urlOf } from '../addresses.ts'
import { startWorld, type World } from '../world.ts'

// Headers of responses from every part of the server: pages, routes, files and refusals.

const PUBLIC_URL = 'https://kindred.example'
const METRICS_TOKEN = 'a-token-of-some-length'
const start = () => startWorld({ env: { PUBLIC_URL, METRICS_TOKEN } })

const post = (body: string, type = 'application/json'): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': type },
  body,
})

/** Requests for each kind of response. */
const requests: [string, RequestInit?][] = [
  ['/'],
  ['/welcome'],
  ['/nowhere/at/all'],
  ['/premium/checkout'],
  ['/icon.svg'],
  ['/sw.js'],
  ['/manifest.webmanifest'],
  ['/robots.txt'],
  ['/.well-known/security.txt'],
  ['/.well-known/change-password', { redirect: 'manual' }],
  ['/assets/nothing.js'],
  ['/docs'],
  ['/docs/static/index.html'],
  ['/api/v1/openapi.json'],
  ['/api/v1/status'],
  ['/api/v1/auth/profile'],
  ['/api/v1/nothing'],
  ['/api/v1/auth/login'],
  ['/api/v1/auth/login', post('{"email":')],
  ['/api/v1/auth/login', post('<a/>', 'application/xml')],
  ['/api/v1/auth/login', post(JSON.stringify({ email: 'x'.repeat(70_000), password: '' }))],
  ['/api/v1/status', { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } }],
  ['/api/v1/auth/sessions/%'],
  ['/api/v1/pictures/0123456789abcdef0123456789abcdef/large'],
  ['/api/v1/admin/users/export.csv'],
  ['/webhooks/stripe', post('{}')],
  ['/unsubscribe', { redirect: 'manual' }],
  ['/healthz'],
  ['/readyz'],
  ['/readyz/process'],
  ['/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } }],
  [SOCKET_PATH],
  [`${SOCKET_PATH}/?EIO=4&transport=polling`],
  [`${SOCKET_PATH}/?EIO=4&transport=nonsense`],
]

/** Sends invalid HTTP or a request that no client library can make, and returns the response's headers. */
function speak(world: World, text: string): Promise<Headers> {
  return new Promise((resolve, reject) => {
    const socket = connect(world.port, '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => (received += String(chunk)))
    socket.on('error', reject)
    socket.on('close', () => {
      const [status = '', ...lines] = received.split('\r\n\r\n')[0]!.split('\r\n')
      const headers = new Headers(lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]))
      headers.set('status', status.split(' ')[1]!)
      resolve(headers)
    })
    socket.write(text)
  })
}

async function answers(world: World): Promise<[string, Headers][]> {
  const heads: [string, Headers][] = []
  for (const [path, init] of requests)
    heads.push([`${init?.method ?? 'GET'} ${path}`, (await world.request(path, init)).headers])
  const broken = ['NONSENSE\r\n\r\n', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`]
  for (const text of broken) heads.push([text.slice(0, 8), await speak(world, text)])
  return heads
}

test('every answer has the security headers, and none sets a cookie', async () => {
  for (const [what, headers] of await answers(await start())) {
    const has = (name: string) => headers.get(name)
    expect([what, has('strict-transport-security')]).toEqual([what, 'max-age=31536000; includeSubDomains'])
    expect([what, has('x-content-type-options')]).toEqual([what, 'nosniff'])
    expect([what, has('referrer-policy')]).toEqual([what, 'no-referrer'])
    for (const rule of ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect([what, has('content-security-policy')]).toEqual([what, expect.stringContaining(rule)])
    expect([what, has('set-cookie')]).toEqual([what, null])
  }
})

test('data may load nothing at all', async () => {
  const answer = await (await start()).request('/api/v1/status')
  expect(answer.headers.get('content-security-policy')).not.toContain("'self'")
})

test('every text response declares its character set', async () => {
  const types = (await answers(await start())).map(
    ([what, headers]) => [what, headers.get('content-type') ?? ''] as const,
  )
  const texts = types.filter(([, type]) => /^text\/|[+/]xml\b|javascript/.test(type))
  expect(texts.length).toBeGreaterThan(8)
  expect(texts.filter(([, type]) => !/charset=utf-8$/i.test(type))).toEqual([])
})

test('a hashed file is cached forever and sent compressed, but its compressed copies have no address', async () => {
  const world = await start()
  const path = /\/assets\/[^"]+\.js/.exec(await (await world.request('/welcome')).text())![0]
  const file = await world.request(path, { headers: { 'accept-encoding': 'br' } })
  expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect(file.headers.get('content-encoding')).toBe('br')
  for (const copy of [`${path}.br`, `${path}.gz`]) expect((await world.request(copy)).status).toBe(404)
})

test('only files of the built web are served: no directory listings, nothing outside it', async () => {
  const world = await start()
  for (const path of ['/assets/', '/people/', '/people', '/docs/static/', '/assets'])
    for (const encoding of ['gzip, br', 'identity']) {
      const text = await (await world.request(path, { headers: { 'accept-encoding': encoding } })).text()
      expect([path, encoding, text]).toEqual([path, encoding, expect.stringMatching(/<title>|"code":"not_found"/)])
      expect([path, encoding, text]).toEqual([path, encoding, expect.not.stringMatching(/Index of|href="[^"]*\.webp"/)])
    }
  const page = await (await world.request('/nowhere')).text()
  for (const path of [
    '/.git/config',
    '/.git/HEAD',
    '/.env',
    '/package.json',
    '/index.html.br',
    '/..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
  ])
    expect([path, await (await world.request(path)).text()]).toEqual([
      path,
      expect.toSatisfy((text) => text === page || text.includes('"code":"')),
    ])
})

test('TRACE never echoes a request', async () => {
  const world = await start()
  const headers = await speak(
    world,
    'TRACE /api/v1/status HTTP/1.1\r\nHost: x\r\nX-Secret: canary\r\nConnection: close\r\n\r\n',
  )
  expect(headers.get('status')).toMatch(/^4/)
  expect([...headers].join()).not.toContain('canary')
})

test('answers with personal data must not be cached', async () => {
  const world = await start()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const reads = (Object.values(api) as Route[]).filter(
    ({ method, access, starts }) => method === 'GET' && access !== 'anyone' && !starts,
  )
  expect(reads.length).toBeGreaterThan(40)
  for (const route of reads)
    for (const { token, user } of [ada, ines]) {
      const answer = await world.request(urlOf(route, user._id), {
        headers: { authorization: `Bearer ${token}` },
      })
      expect([route.path, answer.headers.get('cache-control')]).toEqual([route.path, 'no-store'])
    }
})

test('the server names a download, whatever the request says', async () => {
  const world = await start()
  const { token } = await world.administrator()
  const headers = { authorization: `Bearer ${token}`, 'x-reason': 'A yearly check.' }
  for (const query of ['', '?filename=evil.exe', '?search=a%22%0d%0ab.exe']) {
    const answer = await world.request(`/api/v1/admin/users/export.csv${query}`, { headers })
    await answer.text()
    const named = answer.status === 200 ? 'attachment; filename="users.csv"' : null
    expect([query, answer.headers.get('content-disposition')]).toEqual([query, named])
  }
})
