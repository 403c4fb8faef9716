import { api, type Route } from '@kindred/contract'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { urlOf } from '../addresses.ts'
import { shared, startWorld, until, type World } from '../world.ts'

const anyWorld = shared(startWorld)

const json = { 'content-type': 'application/json' }
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** Bodies that no route accepts. */
const hostile: [string, string | Buffer, Record<string, string>?][] = [
  [
    'a NUL',
    JSON.stringify({
      email: 'a\0b@c.example',
      password: 'x',
      firstName: 'a\0',
      lastName: '\0',
      dateOfBirth: '\0',
      token: '\0',
      code: '\0',
      refreshToken: '\0',
    }),
  ],
  [
    'half a surrogate pair',
    '{"email":"\\ud800@c.example","password":"\\udfff","firstName":"\\ud83d","token":"\\ud800"}',
  ],
  ['__proto__', '{"__proto__":{"isAdmin":true},"email":"a@b.example"}'],
  ['constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['deep nesting', `{"email":${nested(20_000)}}`],
  ['arrays for strings', '{"email":["a@b.example"],"password":[["x"]],"token":[],"code":[1],"refreshToken":[]}'],
  ['objects for strings', '{"email":{"$gt":""},"password":{"$ne":null},"token":{},"code":{},"refreshToken":{}}'],
  ['numbers for strings', '{"email":1e400,"password":1e400,"code":123456,"given":1}'],
  ['a number out of range', '{"email":1e999999}'],
  ['the same key twice', '{"email":"a@b.example","email":"c@d.example"}'],
  ['the same key twice, escaped', '{"email":"a@b.example","\\u0065mail":"c@d.example"}'],
  ['no JSON', 'email=a@b.example'],
  ['truncated JSON', '{"email":"a@b.exam'],
  ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['null', 'null'],
  ['a text', '"text"'],
  ['an array', '[]'],
  ['true', 'true'],
  ['an unknown key', '{"surprise":1}'],
  ['a megabyte', JSON.stringify({ email: 'x'.repeat(1_000_000) })],
  ['another content type', '{"email":"a@b.example"}', { 'content-type': 'text/plain' }],
  ['a form', 'email=a%40b.example', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['an invalid content type', '{}', { 'content-type': 'nonsense' }],
]

const isError = expect.objectContaining({
  message: expect.any(String),
  code: expect.any(String),
  requestId: expect.any(String),
})

async function expectRefusal(answer: Response, what: string) {
  const text = await answer.text()
  expect([what, answer.status, text]).toEqual([
    what,
    expect.toSatisfy((status: number) => status >= 400 && status < 500),
    expect.anything(),
  ])
  expect([what, JSON.parse(text)]).toEqual([what, isError])
}

test('invalid input to any call gets a readable refusal, never a server error', async () => {
  const world = await anyWorld()
  const { token } = await world.member()
  for (const [name, route] of Object.entries(api) as [string, Route][]) {
    if (route.method === 'GET' || name === 'logout') continue
    const path = urlOf(route)
    const tries = hostile.map(async ([what, body, headers]) => {
      const answer = await world.request(path, {
        method: route.method,
        headers: { ...json, authorization: `Bearer ${token}`, ...headers },
        body: body as string,
      })
      if (answer.status === 401) return // a sign-in with invalid input is a failed sign-in
      await expectRefusal(answer, `${name} with ${what}`)
    })
    await Promise.all(tries)
  }
}, 300_000)

test('addresses, ids and queries can contain anything', async () => {
  const world = await anyWorld()
  const { token } = await world.member()
  const paths = [
    '/api/v1/auth/sessions/%00',
    '/api/v1/auth/sessions/%ED%A0%80',
    '/api/v1/auth/sessions/%',
    '/api/v1/auth/sessions/' + 'x'.repeat(5000),
    '/api/v1/auth/profile?__proto__[a]=1',
    '/api/v1/auth/profile?a=1&a=2',
    '/api/v1/nothing',
    '/api/v1/',
    '/api/v1/auth/consents/terms%2f..%2f',
  ]
  for (const path of paths)
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'POST'])
      await expectRefusal(
        await world.request(path, { method, headers: { authorization: `Bearer ${token}` } }),
        `${method} ${path.slice(0, 60)}`,
      )
})

test('an empty body counts as none, whatever its content type', async () => {
  const world = await anyWorld()
  for (const type of ['application/json', 'text/plain', 'nonsense'])
    expect(
      (await world.request('/api/v1/auth/logout', { method: 'POST', headers: { 'content-type': type }, body: '' }))
        .status,
    ).toBe(200)
})

test('each kind of refusal has its own status', async () => {
  const world = await anyWorld()
  const post = (body: string, headers: Record<string, string> = json) =>
    world.request('/api/v1/auth/login', { method: 'POST', headers, body })
  expect((await post('{"email":')).status).toBe(400)
  expect((await post(JSON.stringify({ email: 'x'.repeat(70_000), password: '' }))).status).toBe(413)
  expect((await post('<a/>', { 'content-type': 'application/xml' })).status).toBe(415)
  expect((await post('{}', { ...json, 'content-encoding': 'gzip' })).status).toBe(415)
  expect((await world.request('/api/v1/status', { headers: { 'content-encoding': 'gzip' } })).status).toBe(200)
  const wrong = JSON.stringify({ email: 'nobody@example.org', password: 'wrong' })
  expect((await post(wrong, { ...json, 'content-encoding': 'identity' })).status).toBe(401)
  expect((await world.request('/api/v1/nothing')).status).toBe(404)
  for (const [method, path, allowed] of [
    ['GET', '/auth/login', 'POST'],
    ['PUT', '/auth/sessions/0196a000-0000-7000-8000-000000000000?all=1', 'DELETE'],
    ['OPTIONS', '/admin/%75sers/anything', 'GET, PATCH'],
    ['HEAD', '/discovery/preferences', null],
  ] as const) {
    const { status, headers } = await world.request(`/api/v1${path}`, { method })
    expect([path, status, headers.get('allow')]).toEqual([path, allowed ? 405 : 401, allowed])
  }
})

test('an answered request is not refused again as too slow when later bytes cut it off', async () => {
  const world = await startWorld({ bodyWithin: 200, env: { LOG_LEVEL: 'warn' } })
  const head = 'POST /api/v1/auth/reset-password HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n'
  // Longer than declared: the rest is parsed as a second request, which is invalid.
  expect(await speak(world, `${head}content-length: 5\r\n\r\n{"token":"x","password":"x"}`)).toMatch(/^HTTP\/1.1 400 /)
  // A request that begins later and is never complete is refused after the same time.
  expect(await speak(world, `${head}content-length: 500\r\n\r\n{`)).toMatch(/^HTTP\/1.1 408 /)
  expect(world.logged()).not.toContain('already sent')
})

test("anything that isn't HTTP is refused with our error body, and so are oversized headers", async () => {
  const world = await anyWorld()
  expect(await speak(world, 'NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1.1 400 .*"code":"malformed_request"/s)
  expect(await speak(world, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 431 .*"code":"headers_too_large"/s,
  )
})

test('a truncated body, or one shorter than declared, does no harm', async () => {
  const world = await startWorld()
  const socket = open(world)
  socket.write(
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"email":',
  )
  socket.resume().end()
  await new Promise((resolve) => socket.once('close', resolve))
  expect((await world.request('/healthz')).status).toBe(200)
})

test('a body that trickles in is cut off with an error, and doesn’t affect anyone else', async () => {
  const world = await startWorld({ bodyWithin: 300 })
  const socket = open(world)
  let received = ''
  socket.on('data', (chunk) => (received += String(chunk)))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
  )
  expect((await world.request('/healthz')).status).toBe(200)
  await closed
  expect(received).toMatch(/^HTTP\/1.1 408 .*"code":"request_timeout"/s)
})

test('too many requests from one address are refused with a retry time, and those of a session are not', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on' } })
  const { client } = await world.member()
  const socket = connect(world.port, '127.0.0.1')
  let answers = ''
  socket.on('data', (data) => (answers += String(data)))
  socket.write('HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(6100))
  const answered = (status: number) => answers.match(RegExp(`^HTTP/1.1 ${status}`, 'gm'))?.length ?? 0
  await until(() => answered(200) + answered(429) === 6100, 60_000)
  socket.destroy()
  // Registering was a request from this address, too.
  expect(answered(429)).toBe(101)
  expect(Number((await world.request('/healthz')).headers.get('retry-after'))).toBeGreaterThan(0)
  await expect(client.getProfile()).resolves.toBeTruthy()
})

/** Runs in another process, because in ours, the server would respond before the connection is reset. */
const resets = `
  const [port] = process.argv.slice(1)
  const reset = () => new Promise((resolve) => {
    const socket = require('node:net').connect(port, '127.0.0.1')
    socket.on('error', () => {}).once('close', resolve)
    socket.write('GET /healthz HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n', () => socket.resetAndDestroy())
  })
  ;(async () => { for (let n = 0; n < 100; n++) await Promise.all(Array.from({ length: 30 }, reset)) })()`

test('requests whose connection is reset at once are no errors of ours', async () => {
  const world = await startWorld()
  await once(spawn(process.execPath, ['--eval', resets, String(world.port)], { stdio: 'inherit' }), 'exit')
  expect(world.logged()).not.toContain('unexpected')
  expect((await world.request('/healthz')).status).toBe(200)
})

const open = (world: World): Socket => connect(world.port, '127.0.0.1')

function speak(world: World, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = open(world)
    let received = ''
    socket.on('data', (chunk) => (received += String(chunk)))
    socket.on('close', () => resolve(received))
    socket.on('error', (error) => (received ? resolve(received) : reject(error)))
    socket.write(text)
  })
}

test('a request with two lengths, or with both a length and chunks, is refused', async () => {
  const world = await anyWorld()
  const head = 'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  const next = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  for (const lengths of [
    'Content-Length: 2\r\nContent-Length: 44\r\n',
    'Content-Length: 2, 44\r\n',
    'Content-Length: 44\r\nTransfer-Encoding: chunked\r\n',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n',
    'Transfer-Encoding: xchunked\r\n',
    'Content-Length: +2\r\n',
  ]) {
    const received = await speak(world, `${head}${lengths}\r\n0\r\n\r\n${next}`)
    // The server sends one response and closes the connection, so the rest is never parsed as a request.
    expect([lengths, received.match(/HTTP\/1\.1 \d+/g)]).toEqual([lengths, ['HTTP/1.1 400']])
  }
})
