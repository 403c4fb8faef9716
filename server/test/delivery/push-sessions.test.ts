import { expect, test } from 'vitest'
import { trustLocal } from '../local-push.ts'
import type { Person } from '../people.ts'
import { startPushPair } from '../pushed.ts'
import type { World } from '../world.ts'

trustLocal()

/** Ben's session, whose browser gets pushes, and what ends it. */
type Ending = (ben: Person, elsewhere: Person, world: World) => Promise<unknown>

const endings: [string, Ending][] = [
  [
    'was ended on another device',
    async (_ben, elsewhere) => {
      const { sessions } = (await elsewhere.client.listSessions()).data
      for (const { _id: id, current } of sessions) if (!current) await elsewhere.client.endSession({ params: { id } })
    },
  ],
  ['was ended with all others', (_ben, elsewhere) => elsewhere.client.endOtherSessions()],
  [
    'was ended by a new password',
    (_ben, { client, password }) =>
      client.changePassword({ body: { currentPassword: password, password: 'cedar window thirteen' } }),
  ],
  ['was signed out', ({ client, refreshToken }) => client.logout({ body: { refreshToken } })],
  [
    'has lasted for 90 days',
    ({ user }, _elsewhere, world) =>
      world.query(`update sessions set ends_at = now() where account_id = '${user._id}'`),
  ],
]

test.each(endings)('a browser stops getting pushes once its session %s', async (_how, end) => {
  const { world, ben, say, push, received } = await startPushPair()
  await world.client().refreshToken({ body: { refreshToken: ben.refreshToken } })
  await say('Hello')
  await push()
  expect(received()).toHaveLength(1)
  await end(ben, await world.signedInAgain(ben), world)
  await world.query('update notifications set read_at = now()')
  await say('Are you there?')
  await push()
  expect(received()).toHaveLength(1)
})

test('a browser that is signed in again gets pushes for its new session', async () => {
  const { world, service, ben, say, push } = await startPushPair()
  const { subscription, read } = service.browser()
  await ben.client.subscribePush({ body: subscription })
  const again = await world.signedInAgain(ben)
  await again.client.subscribePush({ body: subscription })
  await again.client.endOtherSessions()
  await say('Hello')
  await push()
  expect(service.come.map(read)).toMatchObject([{ body: 'New message from Ada' }])
})

test('a banned account gets no pushes, and none about that time later', async () => {
  const { world, ben, say, push, received } = await startPushPair()
  await say('Hello')
  await world.setState(ben, 'banned')
  await push()
  await world.setState(ben, 'active')
  await push()
  expect(received()).toEqual([])
  await say('Welcome back')
  await push()
  expect(received()).toHaveLength(1)
})
