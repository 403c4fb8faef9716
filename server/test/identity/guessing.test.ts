import { expect, test } from 'vitest'
import { oneTimeCode } from '../one-time-code.ts'
import { hours } from '../../src/infra/clock.ts'
import { registration, type Person } from '../people.ts'
import { postFrom } from '../post-from.ts'
import { tokenIn } from '../outbox.ts'
import { shared, startWorld, until, type World } from '../world.ts'
import { warnings, guess } from '../guessing-steps.ts'

// Limits on password and second-factor guesses from many networks.

const limitedWorld = () => startWorld({ env: { RATE_LIMIT: 'on', TRUSTED_HOPS: '1' } })

const anyWorld = shared(limitedWorld)

test('the link in a warning ends every session once, and opens none', async () => {
  const world = await limitedWorld()
  const ada = await world.member()
  const other = await world.signedInAgain(ada)
  await guess(world, ada, 20, '100')
  const warning = await until(async () =>
    (await world.mailsTo(ada.email)).find(({ subject }) => subject.includes('guessing')),
  )
  const token = tokenIn(warning)
  const signOut = () => world.client().signOutEverywhere({ body: { token } })
  await expect(
    world.client().resetPassword({ body: { token, password: 'cedar window thirteen' } }),
  ).rejects.toMatchObject({ code: 'invalid_secret' })
  expect(await signOut()).toEqual({ done: true })
  for (const each of [ada, other])
    await expect(world.client(each.token).getProfile()).rejects.toMatchObject({ status: 401 })
  const again = await world.signedInAgain(ada)
  await expect(signOut()).rejects.toMatchObject({ status: 400, code: 'invalid_secret' })
  await expect(again.client.getProfile()).resolves.toBeTruthy()
})

test('three wrong second steps behind the right password warn that the password is known', async () => {
  const world = await limitedWorld()
  const ada = await world.member()
  const { secret } = (await ada.client.startSecondFactor()).data
  await ada.client.confirmSecondFactor({ body: { code: await oneTimeCode(world, secret) } })
  const { email, password } = ada
  const tryCode = async (n: number) => {
    const { status, text } = await postFrom(world, `198.51.100.${n}`, 'login', { email, password })
    expect(status).toBe(401)
    const { challenge } = JSON.parse(text) as { challenge: string }
    const { status: refused } = await postFrom(world, `198.51.100.${n}`, 'second-factor', { challenge, code: '000000' })
    expect(refused).toBe(401)
  }
  for (const n of [1, 2]) await tryCode(n)
  expect(await warnings(world, ada)).toEqual([])
  for (const n of [3, 4, 5]) await tryCode(n)
  expect(await warnings(world, ada)).toEqual(['wrong-factors'])
  const [, , mail] = await world.mailsTo(email, 3)
  expect(mail).toMatchObject({
    subject: 'Someone may know your Kindred password',
    text: expect.stringContaining('/sign-out#token='),
  })
  expect((await ada.client.listNotifications()).data.notifications).toMatchObject([
    {
      kind: 'security',
      text: expect.stringContaining('entered your password but failed two-step verification 3 times'),
    },
  ])
  world.turnClock(hours(25))
  for (const n of [6, 7, 8]) await tryCode(n)
  expect(await warnings(world, ada)).toEqual(['wrong-factors', 'wrong-factors'])
})

test('a /48 of IPv6 addresses shares one budget of guesses', async () => {
  const world = await anyWorld()
  const { email } = await world.member()
  const tries = Array.from({ length: 14 }, (_, n) =>
    postFrom(world, `2001:db8:77:${n}::1`, 'login', { email, password: 'wrong wrong wrong' }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect((await postFrom(world, '2001:db8:78::1', 'login', { email, password: 'wrong wrong wrong' })).status).toBe(401)
})

const OFFICE = '203.0.113.7'

/** People who have signed in from one address, as copies of an account with its password. */
async function peopleAt(world: World, address: string, count: number, { user }: Person) {
  const { rows } = await world.query(`
    select string_agg(column_name, ', ') as columns from information_schema.columns
    where table_name = 'accounts' and is_generated = 'NEVER'`)
  await world.query(`
    insert into accounts (${rows[0].columns}) select ${rows[0].columns} from (select (jsonb_populate_record(a, jsonb_build_object('id', uuid_v7(),
      'email', 'office' || n || '@people.example', 'email_key', 'office' || n || '@people.example'))).*
    from accounts a, generate_series(1, ${count}) n where a.id = '${user._id}') copies`)
  await world.query(`
    insert into sign_ins (account_id, at, address, user_agent, outcome)
    select id, now(), '${address}', 'node', 'succeeded' from accounts where email like 'office%'`)
  return Array.from({ length: count }, (_, n) => `office${n + 1}@people.example`)
}

test('no one is locked out at an address of 200 people where someone guesses', async () => {
  const world = await limitedWorld()
  const ada = await world.member()
  const office = await peopleAt(world, OFFICE, 200, ada)
  const from = (path: string, body: object) => postFrom(world, OFFICE, path, body)
  const times = (count: number, path: string, bodyOf: (n: number) => object) =>
    Promise.all(Array.from({ length: count }, (_, n) => from(path, bodyOf(n))))
  await times(120, 'login', (n) => ({ email: `nobody${n}@people.example`, password: 'wrong' }))
  await times(40, 'forgot-password', (n) => ({ email: `nobody${n}@people.example` }))
  await times(40, 'resend-verification', (n) => ({ email: `nobody${n}@people.example` }))
  await times(70, 'verify-email', (n) => ({ token: `bogus${n}` }))
  await times(40, 'reset-password', (n) => ({ token: `bogus${n}`, password: 'cedar window thirteen' }))
  await times(40, 'second-factor', (n) => ({ challenge: `bogus${n}`, code: '123456' }))
  await times(70, 'recovery', (n) => ({ token: `bogus${n}` }))
  await times(15, 'register', () => ({ ...registration(), email: office[0]! }))

  const signIn = (email: string, password: string) => from('login', { email, password })
  for (const email of office.slice(0, 200).filter((_, n) => n % 10 === 0))
    expect((await signIn(email, ada.password)).status).toBe(200)
  // Others find out nothing about who has signed in there.
  const [known, unknown] = [await signIn(office[1]!, 'wrong'), await signIn('nobody@people.example', 'wrong')]
  expect(known).toMatchObject({ status: 429, text: unknown.text })
  expect(unknown.status).toBe(429)

  // Someone new to the network can join there, and an owner gets in by an emailed link.
  const body = registration('Ben')
  expect((await from('register', body)).status).toBe(201)
  const [sent] = await world.mailsTo(body.email)
  expect((await from('verify-email', { token: tokenIn(sent!) })).status).toBe(200)
  expect((await signIn(ada.email, ada.password)).status).toBe(429)
  expect((await from('forgot-password', { email: ada.email })).status).toBe(200)
  const [, link] = await world.mailsTo(ada.email, 2)
  const password = 'cedar window thirteen'
  expect((await from('reset-password', { token: tokenIn(link!), password })).status).toBe(200)
  expect((await signIn(ada.email, password)).status).toBe(200)
})

test("guesses from the owner's own address leave the browser that signed in there its attempts", async () => {
  const world = await anyWorld()
  const body = registration()
  await postFrom(world, OFFICE, 'register', body, { 'user-agent': 'Firefox of the owner' })
  const { email, password } = body
  for (let n = 0; n < 12; n++) await postFrom(world, OFFICE, 'login', { email, password: 'wrong wrong' })
  expect((await postFrom(world, OFFICE, 'login', { email, password })).status).toBe(429)
  const own = await postFrom(world, OFFICE, 'login', { email, password }, { 'user-agent': 'Firefox of the owner' })
  expect(own.status).toBe(200)
})

test('who knows the password uses up neither the codes of known networks nor recovery codes', async () => {
  const world = await limitedWorld()
  const ada = await world.member()
  const { email, password } = ada
  const { secret } = (await ada.client.startSecondFactor()).data
  const { recoveryCodes } = (await ada.client.confirmSecondFactor({ body: { code: await oneTimeCode(world, secret) } }))
    .data
  const codeNow = () => oneTimeCode(world, secret)
  const answer = async (address: string, code: string, tries = 1) => {
    const { text } = await postFrom(world, address, 'login', { email, password })
    const { challenge } = JSON.parse(text) as { challenge: string }
    const statuses: number[] = []
    for (let n = 0; n < tries; n++)
      statuses.push((await postFrom(world, address, 'second-factor', { challenge, code })).status)
    return statuses
  }
  for (let network = 1; network <= 4; network++)
    expect(await answer(`198.51.100.${network}`, '000000', 5)).toEqual([401, 401, 401, 401, 401])
  expect(await answer('198.51.100.1', '000000')).toEqual([429])
  world.turnClock(60_000)
  expect(await answer('198.51.100.9', await codeNow())).toEqual([429])
  expect(await answer('198.51.100.9', recoveryCodes[0]!)).toEqual([200])
  expect(await answer('127.0.0.1', await codeNow())).toEqual([200])
})
