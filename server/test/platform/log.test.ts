import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { oneTimeCode } from '../one-time-code.ts'
import { openLog } from '../../src/infra/log.ts'
import { startWorld, until, type World } from '../world.ts'

// The log after attacks and errors, as an operator reads it.

type Line = Record<string, unknown>

/** The parsed lines of the log, each of which must be JSON. */
const linesOf = (world: World): Line[] =>
  world
    .logged()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

const lineFor = async (world: World, answer: Response): Promise<Line> =>
  until(async () =>
    linesOf(world).find(({ requestId, msg }) => requestId === answer.headers.get('x-request-id') && msg === 'request'),
  )

test('every request is logged with its time, call and signed-in user; a refusal with its reason', async () => {
  const world = await startWorld()
  const { token, user } = await world.member()
  const ask = (path: string, init: { method?: string; body?: string; headers?: Record<string, string> } = {}) =>
    world.request(`/api/v1${path}`, { ...init, headers: { 'content-type': 'application/json', ...init.headers } })
  const authorization = `Bearer ${token}`
  const account = user._id
  const cases: [Response, Line][] = [
    [await ask('/auth/profile', { headers: { authorization } }), { call: 'getProfile', status: 200, account }],
    [await ask('/auth/profile'), { call: 'getProfile', status: 401, refused: 'signed_out' }],
    [
      await ask('/admin/users', { headers: { authorization } }),
      { call: 'listUsers', status: 403, refused: 'forbidden', account },
    ],
    [
      await ask('/blocks', { method: 'POST', body: '{"surprise":1}', headers: { authorization } }),
      { call: 'block', status: 400, refused: 'invalid_request', account },
    ],
    [
      await ask('/auth/login', { method: 'POST', body: '{"email":"nobody@people.example","password":"wrong"}' }),
      { call: 'login', status: 401, refused: 'invalid_credentials' },
    ],
  ]
  for (const [answer, expected] of cases)
    expect(await lineFor(world, answer)).toMatchObject({
      ...expected,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  const [, signedOut] = await Promise.all(cases.slice(0, 2).map(([answer]) => lineFor(world, answer)))
  expect(signedOut).not.toHaveProperty('account')
})

test('every sign-in attempt is logged with method and outcome, and stays with its account', async () => {
  const world = await startWorld()
  const ada = await world.member()
  const { email, password, user } = ada
  const { secret } = (await ada.client.startSecondFactor()).data
  await ada.client.confirmSecondFactor({ body: { code: await oneTimeCode(world, secret) } })
  const tryTo = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: { details?: { challenge?: string } }) => error.details?.challenge,
    )
  await tryTo(world.client().login({ body: { email: 'nobody@people.example', password } }))
  await tryTo(world.client().login({ body: { email, password: 'wrong' } }))
  const challenge = (await tryTo(world.client().login({ body: { email, password } })))!
  await tryTo(world.client().secondFactor({ body: { challenge, code: '000000' } }))
  world.turnClock(31_000)
  await world.client().secondFactor({ body: { challenge, code: await oneTimeCode(world, secret) } })
  const tries = await until(async () => {
    const found = linesOf(world).filter(({ call }) => call === 'login' || call === 'secondFactor')
    return found.length === 5 ? found : undefined
  })
  expect(tries.map(({ call, status, refused }) => [call, status, refused])).toEqual([
    ['login', 401, 'invalid_credentials'],
    ['login', 401, 'invalid_credentials'],
    ['login', 401, 'second_factor_required'],
    ['secondFactor', 401, 'invalid_credentials'],
    ['secondFactor', 200, undefined],
  ])
  const signIns = async () =>
    (
      await world.query(
        `select outcome, address, user_agent from sign_ins where account_id = '${user._id}' order by at`,
      )
    ).rows
  await until(async () => (await signIns()).length === 3)
  expect((await signIns()).map(({ outcome }) => outcome as string).sort()).toEqual(['failed', 'succeeded', 'succeeded'])
})

test('refusals for too many attempts are logged', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on' } })
  const { email } = await world.member()
  for (let tries = 0; tries < 11; tries++)
    await world
      .client()
      .login({ body: { email, password: 'wrong' } })
      .catch(() => {})
  await until(async () => linesOf(world).some(({ refused }) => refused === 'rate_limited'))
  expect(linesOf(world).find(({ refused }) => refused === 'rate_limited')).toMatchObject({ call: 'login', status: 429 })
})

test('any input stays one line of valid JSON in the log', async () => {
  const world = await startWorld()
  const forged = '%0a%7b%22level%22%3a50%2c%22msg%22%3a%22forged%22%7d%0d%0a'
  for (const path of [`/${forged}`, `/api/v1/auth/sessions/${forged}`, '/x"\\', '/%E2%80%A8x'])
    await world.request(path, { headers: { 'user-agent': 'a"\\b\u001b[31m'.replace('\u001b', ''), referer: 'x\ty' } })
  await until(async () => linesOf(world).filter(({ msg }) => msg === 'request').length >= 4)
  expect(linesOf(world).filter(({ msg }) => msg === 'forged')).toEqual([])
})

test('an error that a library reports as a plain object is logged with its message, without its detail', () => {
  let line = ''
  const log = openLog('info', new Writable({ write: (chunk, _encoding, done) => ((line += String(chunk)), done()) }))
  log.warn({ err: { message: 'wrong', stack: 'at work', queue: 'mail', code: '23514', detail: 'ada' } }, 'jobs')
  expect(JSON.parse(line)).toMatchObject({
    err: { message: 'wrong', stack: 'at work', queue: 'mail', errorCode: '23514' },
  })
  expect(line).not.toContain('ada')
  // An outage fails everything for the same reason, so where it failed isn't logged.
  line = ''
  log.warn({ err: { message: 'lost', stack: 'at work', queue: 'mail', code: '08006' } }, 'jobs')
  expect(line).toContain('lost')
  expect(line).not.toContain('at work')
})

test("an error inside the server is logged with its cause under the caller's request id", async () => {
  const world = await startWorld()
  const { token } = await world.member()
  await world.query('alter table profiles rename to gone')
  const answer = await world.request('/api/v1/auth/profile', { headers: { authorization: `Bearer ${token}` } })
  const answerBody = (await answer.json()) as { requestId: string; message: string }
  expect([answer.status, JSON.stringify(answerBody)]).toEqual([500, expect.not.stringContaining('profiles')])
  const broken = linesOf(world).find(({ msg }) => msg === 'unexpected')
  expect(broken).toMatchObject({
    requestId: answerBody.requestId,
    err: { message: expect.stringContaining('profiles') },
  })
  await world.query('alter table gone rename to profiles')
})
