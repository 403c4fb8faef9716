import { api, isStream, type Route } from '@kindred/contract'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { oneTimeCode } from '../one-time-code.ts'
import { hours } from '../../src/infra/clock.ts'
import { startProviders } from '../fake-providers.ts'
import { tokenIn } from '../outbox.ts'
import { shared, startWorld, until } from '../world.ts'

// No way to sign in bypasses the requirements of the others.

/** The routes that open or renew a session. */
const ways = [
  'register',
  'login',
  'secondFactor',
  'refreshToken',
  'verifyEmail',
  'google',
  'facebook',
  'signInWithPasskey',
  'secondFactorByPasskey',
]

const anyWorld = shared(startWorld)

test('every call that opens a session is listed here', () => {
  const opens = (value: unknown): boolean =>
    JSON.stringify(value, (_key, part: unknown) => (typeof part === 'function' ? undefined : part)).includes(
      '"refreshToken"',
    )
  const found = (Object.entries(api) as [string, Route][]).filter(
    ([, { returns }]) => !isStream(returns) && opens(returns._zod.def),
  )
  expect(found.map(([name]) => name).sort()).toEqual(ways.toSorted())
})

test('a password hashed years ago still signs in', async () => {
  const world = await startWorld()
  const { email, password } = await world.member()
  world.turnClock(hours(24 * 365 * 5))
  expect((await world.client().login({ body: { email, password } })).data.user.email).toBe(email)
})

test('a new password from a mailed link does not bypass the second factor', async () => {
  const world = await anyWorld()
  const { client, email, user } = await world.member()
  const { secret } = (await client.startSecondFactor()).data
  await client.confirmSecondFactor({ body: { code: await oneTimeCode(world, secret) } })
  await world.query(
    `update second_factors set confirmed_at = now() - interval '31 days' where account_id = '${user._id}'`,
  )
  await world.client().forgotPassword({ body: { email } })
  const token = await until(async () => {
    const mail = (await world.mailsTo(email)).find(({ text }) => text.includes('/reset-password#'))
    return mail && tokenIn(mail)
  })
  const changed = await world.client().resetPassword({ body: { token, password: 'cedar window thirteen' } })
  expect(changed).not.toHaveProperty('token')
  await expect(world.client().login({ body: { email, password: 'cedar window thirteen' } })).rejects.toMatchObject({
    status: 401,
    code: 'second_factor_required',
  })
})

test('changing the address requires the password', async () => {
  const world = await anyWorld()
  const { client, email, password } = await world.member()
  const next = { email: `next.${email}` }
  for (const body of [next, { ...next, password: '' }, { ...next, password: 'wrong' }])
    await expect(client.changeEmail({ body })).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect(await client.changeEmail({ body: { ...next, password } })).toEqual({ done: true })
})

test('the same subject at another provider is another person', async () => {
  const { env, googleToken, graph } = await startProviders()
  const world = await startWorld({ env })
  const { address } = (await world.client().startProvider({ params: { provider: 'google' } })).data
  const tokenId = await googleToken(new URL(address).searchParams.get('nonce')!, { sub: '777' })
  const mira = (await world.client().google({ body: { tokenId } })).data.user
  graph.set('EAABsamenumber0', {
    debug: { is_valid: true, app_id: env.FACEBOOK_APP_ID, user_id: '777', expires_at: 0 },
    me: { id: '777', first_name: 'Noor', last_name: 'Haddad', email: 'noor@people.example' },
  })
  const noor = (await world.client().facebook({ body: { accessToken: 'EAABsamenumber0' } })).data.user
  expect([mira.firstName, noor.firstName, noor._id === mira._id]).toEqual(['Mira', 'Noor', false])
})

test('a redirect from a provider is not followed', async () => {
  const { env } = await startProviders()
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(request.url!)
    response.writeHead(302, { location: '/inside' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const world = await startWorld({
    env: { ...env, FACEBOOK_GRAPH_URL: elsewhere, GOOGLE_JWKS_URL: `${elsewhere}/certs` },
  })
  await expect(world.client().facebook({ body: { accessToken: 'EAABelsewhere0' } })).rejects.toMatchObject({
    status: 503,
  })
  const { googleToken } = await startProviders()
  const tokenId = await googleToken('x'.repeat(43))
  await expect(world.client().google({ body: { tokenId } })).rejects.toMatchObject({ status: 503 })
  expect(requested.filter((url) => url === '/inside')).toEqual([])
  expect(requested).toHaveLength(2)
})

test('every session has its own tokens, with 256 random bits', async () => {
  const world = await anyWorld()
  const { user, email, password } = await world.member()
  const opened = []
  for (let n = 0; n < 5; n++) opened.push((await world.client().login({ body: { email, password } })).data)
  expect(new Set(opened.flatMap(({ token, refreshToken }) => [token, refreshToken])).size).toBe(10)
  for (const { refreshToken } of opened)
    expect(Buffer.from(Buffer.from(refreshToken, 'base64url').toString().split('.')[2]!, 'base64url')).toHaveLength(32)
  const { rows } = await world.query(`select distinct nonce from sessions where account_id = '${user._id}'`)
  expect((rows as { nonce: Buffer }[]).map(({ nonce }) => nonce.length)).toEqual(Array.from({ length: 6 }, () => 32))
})

test('an administrator is signed out after 12 hours, however active', async () => {
  const world = await startWorld()
  const { email, password } = await world.administrator()
  let { refreshToken } = (await world.client().login({ body: { email, password } })).data
  const renew = async () => ({ refreshToken } = (await world.client().refreshToken({ body: { refreshToken } })).data)
  for (let twenty = 0; twenty < 35; twenty++) {
    world.turnClock(20 * 60_000)
    await renew()
  }
  world.turnClock(25 * 60_000)
  await expect(renew()).rejects.toMatchObject({ status: 401 })
})
