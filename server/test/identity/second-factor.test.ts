import { expect, test } from 'vitest'
import { oneTimeCode } from '../one-time-code.ts'
import { resealSecrets } from '../../src/features/identity/second-factor/second-factor.ts'
import { minutes } from '../../src/infra/clock.ts'
import type { Person } from '../people.ts'
import { shared, startWorld, type World } from '../world.ts'

const anyWorld = shared(startWorld)

async function setUp(world: World, { client }: Person) {
  const { secret, address } = (await client.startSecondFactor()).data
  expect(address).toContain('otpauth://totp/')
  await expect(client.confirmSecondFactor({ body: { code: '000000' } })).rejects.toMatchObject({
    code: 'invalid_credentials',
  })
  const { recoveryCodes } = (await client.confirmSecondFactor({ body: { code: await oneTimeCode(world, secret) } }))
    .data
  world.turnClock(31_000)
  return { secret, recoveryCodes }
}

const challengeOf = (world: World, { email, password }: Person) =>
  world
    .client()
    .login({ body: { email, password } })
    .then(
      () => Promise.reject(new Error('signed in without a second factor')),
      (error: { status: number; code: string; details: { challenge: string } }) => {
        expect(error).toMatchObject({ status: 401, code: 'second_factor_required' })
        return error.details.challenge
      },
    )

test('with a second factor, a password alone does not sign in', async () => {
  const world = await anyWorld()
  const admin = await world.administrator()
  const { secret } = await setUp(world, admin)
  const challenge = await challengeOf(world, admin)
  const code = await oneTimeCode(world, secret)
  const { data } = await world.client().secondFactor({ body: { challenge, code } })
  expect((await world.client(data.token).getProfile()).userData.user._id).toBe(admin.user._id)
  await expect(world.client().secondFactor({ body: { challenge, code } })).rejects.toMatchObject({
    code: 'invalid_credentials',
  })
})

test('a code works once, even in another sign-in', async () => {
  const world = await anyWorld()
  const admin = await world.administrator()
  const { secret } = await setUp(world, admin)
  const code = await oneTimeCode(world, secret)
  await world.client().secondFactor({ body: { challenge: await challengeOf(world, admin), code } })
  await expect(
    world.client().secondFactor({ body: { challenge: await challengeOf(world, admin), code } }),
  ).rejects.toMatchObject({ code: 'invalid_credentials' })
})

test('a challenge allows five attempts in five minutes', async () => {
  const world = await anyWorld()
  const admin = await world.administrator()
  const { secret } = await setUp(world, admin)
  const challenge = await challengeOf(world, admin)
  for (let tries = 0; tries < 5; tries++)
    await expect(world.client().secondFactor({ body: { challenge, code: 'wrong' } })).rejects.toMatchObject({
      status: 401,
    })
  await expect(
    world.client().secondFactor({ body: { challenge, code: await oneTimeCode(world, secret) } }),
  ).rejects.toMatchObject({ status: 401 })
  const late = await challengeOf(world, admin)
  world.turnClock(minutes(6))
  await expect(
    world.client().secondFactor({ body: { challenge: late, code: await oneTimeCode(world, secret) } }),
  ).rejects.toMatchObject({ status: 401 })
})

test('a recovery code signs in once', async () => {
  const world = await anyWorld()
  const admin = await world.administrator()
  const { recoveryCodes } = await setUp(world, admin)
  expect(new Set(recoveryCodes).size).toBe(10)
  const code = recoveryCodes[3]!.toUpperCase()
  const { data } = await world.client().secondFactor({ body: { challenge: await challengeOf(world, admin), code } })
  expect((await world.client(data.token).getSecondFactor()).data).toEqual({
    enabled: true,
    recoveryCodesLeft: 9,
    required: false,
  })
  await expect(
    world.client().secondFactor({ body: { challenge: await challengeOf(world, admin), code } }),
  ).rejects.toMatchObject({ status: 401 })
})

test('a recovery code is too long to guess from its hash', async () => {
  const world = await anyWorld()
  const { recoveryCodes } = await setUp(world, await world.administrator())
  const letters = recoveryCodes.map((code) => code.replaceAll('-', ''))
  const inUse = new Set(letters.join('')).size
  for (const code of letters) expect(code.length * Math.log2(inUse)).toBeGreaterThan(112)
})

test('serious actions need a confirmation from the last 15 minutes, by password or by second factor if there is one', async () => {
  const world = await anyWorld()
  const admin = await world.administrator()
  world.turnClock(minutes(9))
  await expect(admin.client.startSecondFactor()).resolves.toBeTruthy()
  const fresh = (await world.client().refreshToken({ body: { refreshToken: admin.refreshToken } })).data
  world.turnClock(minutes(8))
  const client = world.client(fresh.token)
  await expect(client.startSecondFactor()).rejects.toMatchObject({ status: 403, code: 'step_up_required' })
  await expect(client.stepUp({ body: { password: 'wrong' } })).rejects.toMatchObject({ code: 'invalid_credentials' })
  await client.stepUp({ body: { password: admin.password } })
  const { secret } = await setUp(world, { ...admin, client })
  const next = (await world.client().refreshToken({ body: { refreshToken: fresh.refreshToken } })).data
  world.turnClock(minutes(16))
  const later = world.client(
    (await world.client().refreshToken({ body: { refreshToken: next.refreshToken } })).data.token,
  )
  await expect(later.stepUp({ body: { password: admin.password } })).rejects.toMatchObject({
    code: 'invalid_credentials',
  })
  await later.stepUp({ body: { code: await oneTimeCode(world, secret) } })
  await expect(later.removeSecondFactor()).resolves.toEqual({ done: true })
})

test("where a second factor is required, an administrator can't remove it, and can only set one up without it", async () => {
  const world = await startWorld({ env: { STAFF_2FA: 'required' } })
  const admin = await world.administrator()
  expect((await admin.client.getSecondFactor()).data).toMatchObject({ enabled: false, required: true })
  await setUp(world, admin)
  await expect(admin.client.removeSecondFactor()).rejects.toMatchObject({ status: 409 })
})

test("the second factor's secret is stored encrypted", async () => {
  const world = await anyWorld()
  const admin = await world.administrator()
  const { secret } = await setUp(world, admin)
  const { secret: stored } = await world.deps.db
    .selectFrom('second_factors')
    .select('secret')
    .where('account_id', '=', admin.user._id)
    .executeTakeFirstOrThrow()
  expect(stored.toString('latin1')).not.toContain(secret)
})

test('codes keep working after TOKEN_SECRET changes, even once the old secret is removed', async () => {
  const [old, fresh] = ['an old secret of thirty-two letters', 'a new secret of thirty-two letters!']
  const before = await startWorld({ env: { TOKEN_SECRET: old } })
  const admin = await before.administrator()
  const { secret } = await setUp(before, admin)
  const between = await startWorld({ env: { TOKEN_SECRET: `${fresh},${old}` }, databaseUrl: before.databaseUrl })
  await expect(between.client(admin.token).getProfile()).resolves.toBeTruthy()
  await resealSecrets(between.deps)
  const after = await startWorld({ env: { TOKEN_SECRET: fresh }, databaseUrl: before.databaseUrl })
  await expect(after.client(admin.token).getProfile()).rejects.toMatchObject({ status: 401 })
  after.turnClock(minutes(2))
  const code = await oneTimeCode(after, secret)
  await expect(
    after.client().secondFactor({ body: { challenge: await challengeOf(after, admin), code } }),
  ).resolves.toBeTruthy()
})
