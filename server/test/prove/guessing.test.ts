import { expect, test } from 'vitest'
import { hours } from '../../src/infra/clock.ts'
import { postFrom } from '../post-from.ts'
import { startWorld, until } from '../world.ts'
import { warnings, guess } from '../guessing-steps.ts'

const limitedWorld = () => startWorld({ env: { RATE_LIMIT: 'on', TRUSTED_HOPS: '1' } })

test('the owner is warned of 20 wrong passwords from as many networks, once a day, and signs in all the same', async () => {
  const world = await limitedWorld()
  const ada = await world.member()
  await guess(world, ada, 19, '100')
  expect(await warnings(world, ada)).toEqual([])
  await guess(world, ada, 30, '101')
  await until(async () => (await warnings(world, ada)).length > 0)
  const [, mail] = await world.mailsTo(ada.email, 2)
  expect(mail!.subject).toBe('Someone may be guessing your Kindred password')
  expect(mail!.text).toContain('/forgot-password')
  const { notifications } = (await ada.client.listNotifications()).data
  expect(notifications).toMatchObject([
    { kind: 'security', text: expect.stringContaining('20 times or more'), link: '/settings#password' },
  ])
  await guess(world, ada, 5, '102')
  expect(await warnings(world, ada)).toEqual(['wrong-passwords'])
  const { email, password } = ada
  expect((await postFrom(world, '127.0.0.1', 'login', { email, password })).status).toBe(200)
  world.turnClock(hours(25))
  await guess(world, ada, 19, '103')
  expect(await warnings(world, ada)).toEqual(['wrong-passwords'])
  await guess(world, ada, 1, '104')
  await until(async () => (await warnings(world, ada)).length === 2)
})
