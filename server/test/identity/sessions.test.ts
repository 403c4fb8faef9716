import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { days } from '../../src/infra/clock.ts'
import { rounds } from '../proofs.ts'
import { shared, startWorld } from '../world.ts'

const anyWorld = shared(startWorld)

type World = Awaited<ReturnType<typeof startWorld>>

test('a refresh token is exchanged for its successor, and the session continues', async () => {
  const world = await anyWorld()
  const { refreshToken, user } = await world.member()
  const { data } = await world.client().refreshToken({ body: { refreshToken } })
  expect(data.refreshToken).not.toBe(refreshToken)
  expect((await world.client(data.token).getProfile()).userData.user._id).toBe(user._id)
})

test('a refresh token says whose session it is, and is refused if that is wrong', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.member(), await world.member()]
  const parts = Buffer.from(ada.refreshToken, 'base64url').toString().split('.')
  expect(parts.at(-1)).toBe(ada.user._id)
  const refresh = (...last: string[]) => {
    const refreshToken = Buffer.from([...parts.slice(0, -1), ...last].join('.')).toString('base64url')
    return world.client().refreshToken({ body: { refreshToken } })
  }
  await expect(refresh(ben.user._id)).rejects.toMatchObject({ status: 401, code: 'signed_out' })
  await expect(refresh()).rejects.toMatchObject({ status: 401, code: 'signed_out' })
})

test('the same successor is returned for 30 seconds, unless it has been used itself', async () => {
  const world = await startWorld()
  const { refreshToken } = await world.member()
  const first = await world.client().refreshToken({ body: { refreshToken } })
  world.turnClock(29_000)
  const second = await world.client().refreshToken({ body: { refreshToken } })
  expect(second.data.refreshToken).toBe(first.data.refreshToken)
})

test.each([
  ['after 30 seconds', async (world: World, _next: string) => world.turnClock(31_000)],
  [
    'once its successor has been used',
    async (world: World, next: string) => void (await world.client().refreshToken({ body: { refreshToken: next } })),
  ],
])(
  'a token that comes back %s ends the whole family, closes its sockets, and notifies the member',
  async (_when, meanwhile) => {
    const world = await startWorld()
    const { refreshToken, email } = await world.member()
    const { data } = await world.client().refreshToken({ body: { refreshToken } })
    const { received, closed } = await world.listen(data.token)
    await meanwhile(world, data.refreshToken)
    await expect(world.client().refreshToken({ body: { refreshToken } })).rejects.toMatchObject({
      status: 401,
      code: 'signed_out',
    })
    await closed
    expect(received).toContainEqual({ type: 'session.ended', reason: 'reuse' })
    await expect(world.client().refreshToken({ body: { refreshToken: data.refreshToken } })).rejects.toMatchObject({
      status: 401,
    })
    await expect(world.client(data.token).getProfile()).rejects.toMatchObject({ status: 401 })
    expect((await world.mailsTo(email, 2)).at(-1)!.subject).toBe('We signed you out of Kindred on one device')
  },
)

test('sessions end after two idle weeks, and after 90 days in any case', async () => {
  const world = await startWorld()
  const idle = await world.member()
  world.turnClock(days(15))
  await expect(world.client().refreshToken({ body: { refreshToken: idle.refreshToken } })).rejects.toMatchObject({
    status: 401,
  })

  const busy = await world.member()
  let { refreshToken } = busy
  for (let week = 0; week < 8; week++) {
    world.turnClock(days(10))
    refreshToken = (await world.client().refreshToken({ body: { refreshToken } })).data.refreshToken
  }
  world.turnClock(days(11))
  await expect(world.client().refreshToken({ body: { refreshToken } })).rejects.toMatchObject({ status: 401 })
})

test('an administrator is signed out after half an hour without activity', async () => {
  const world = await startWorld()
  const { email, password } = await world.administrator()
  const { data } = await world.client().login({ body: { email, password } })
  world.turnClock(29 * 60_000)
  const next = await world.client().refreshToken({ body: { refreshToken: data.refreshToken } })
  world.turnClock(31 * 60_000)
  await expect(world.client().refreshToken({ body: { refreshToken: next.data.refreshToken } })).rejects.toMatchObject({
    status: 401,
  })
})

test('signing out while a tab refreshes leaves no working token', async () => {
  const world = await anyWorld()
  for (let round = 0; round < rounds(20, 500); round++) {
    const { client, refreshToken } = await world.member()
    const [refreshed] = await Promise.allSettled([
      world.client().refreshToken({ body: { refreshToken } }),
      client.logout({ body: { refreshToken } }),
    ])
    if (refreshed.status === 'rejected') continue
    await expect(world.client(refreshed.value.data.token).getProfile()).rejects.toMatchObject({ status: 401 })
    await expect(
      world.client().refreshToken({ body: { refreshToken: refreshed.value.data.refreshToken } }),
    ).rejects.toMatchObject({ status: 401 })
  }
})

test('members see where they are signed in, and can end unfamiliar sessions', async () => {
  const world = await anyWorld()
  const { client, email, password } = await world.member()
  const { data } = await world.client().login({ body: { email, password } })
  const { sessions } = (await client.listSessions()).data
  expect(sessions).toMatchObject([{ current: false }, { current: true }])
  const { closed } = await world.listen(data.token)
  await client.endSession({ params: { id: sessions[0]!._id } })
  await closed
  await expect(world.client(data.token).getProfile()).rejects.toMatchObject({ status: 401 })
  expect((await client.listSessions()).data.sessions).toHaveLength(1)
})

test('ending a session requires a recent confirmation', async () => {
  const world = await anyWorld()
  const { client, user, email, password } = await world.member()
  const { data } = await world.client().login({ body: { email, password } })
  const other = (await client.listSessions()).data.sessions.find(({ current }) => !current)!
  await world.query(`update sessions set elevated_at = now() - interval '16 minutes' where account_id = '${user._id}'`)
  const refused = { status: 403, code: 'step_up_required' }
  await expect(client.endSession({ params: { id: other._id } })).rejects.toMatchObject(refused)
  await expect(client.endOtherSessions()).rejects.toMatchObject(refused)
  await expect(world.client(data.token).getProfile()).resolves.toBeTruthy()
  await client.stepUp({ body: { password } })
  await client.endSession({ params: { id: other._id } })
  await expect(world.client(data.token).getProfile()).rejects.toMatchObject({ status: 401 })
})

test("another member's session gets the same answer as one that never existed", async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.member(), await world.member()]
  const theirs = (await ben.client.listSessions()).data.sessions[0]!._id
  for (const id of [theirs, randomUUID(), 'nonsense'])
    await expect(ada.client.endSession({ params: { id } })).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await expect(ben.client.getProfile()).resolves.toBeTruthy()
})

test('signing out everywhere else keeps the current session', async () => {
  const world = await anyWorld()
  const { client, email, password } = await world.member()
  const others = await Promise.all([1, 2, 3].map(() => world.client().login({ body: { email, password } })))
  expect(await client.endOtherSessions()).toEqual({ ended: 3 })
  for (const { data } of others)
    await expect(world.client(data.token).getProfile()).rejects.toMatchObject({ status: 401 })
  await expect(client.getProfile()).resolves.toBeTruthy()
})
