import { expect, test } from 'vitest'
import { oneTimeCode } from '../one-time-code.ts'
import { hours } from '../../src/infra/clock.ts'
import { postFrom } from '../post-from.ts'
import { tokenIn } from '../outbox.ts'
import { shared, startWorld, until } from '../world.ts'
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
