import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { shared, startWorld } from '../world.ts'

const anyWorld = shared(startWorld)

test('users are listed newest first by page, and found by any part of a name or address', async () => {
  const world = await startWorld()
  const { client } = await world.administrator()
  for (const name of ['Adélaïde', 'Ben', 'Chau', 'Odile']) await world.member({ firstName: name })
  const { data } = await client.listUsers({ query: { page: '1', limit: '3' } })
  expect(data.users.map(({ firstName }) => firstName)).toEqual(['Odile', 'Chau', 'Ben'])
  expect(data.pagination).toEqual({ page: 1, limit: 3, total: 5, pages: 2 })
  const found = async (search: string) =>
    (await client.listUsers({ query: { search } })).data.users.map(({ firstName }) => firstName)
  expect(await found('DÉLAÏ')).toEqual(['Adélaïde'])
  expect(await found('chau marl')).toEqual(['Chau'])
  expect(await found('ben.')).toEqual(['Ben'])
  for (const sign of ['%', '_', '\\', "'", 'x\0y', '\ud800', 'nobody like that'])
    expect([sign, await found(sign)]).toEqual([sign, []])
})

test('users can be sorted in both directions by name, by joining and by last activity', async () => {
  const world = await startWorld()
  const { client } = await world.administrator()
  for (const firstName of ['Chau', 'Ben', 'Odile']) {
    const { user } = await world.newcomer({ firstName })
    await world.query(`update accounts set last_active_at = null where id = '${user._id}'`)
    await world.query(`update last_seen set seen_at = null where account_id = '${user._id}'`)
    world.turnClock(60_000)
  }
  const sorted = async (sort: string) =>
    (await client.listUsers({ query: { sort } } as never)).data.users.map(({ firstName }) => firstName).join(' ')
  expect(await sorted('name')).toBe('Ben Chau Ines Odile')
  expect(await sorted('nameDescending')).toBe('Odile Ines Chau Ben')
  expect(await sorted('newest')).toBe('Odile Ben Chau Ines')
  expect(await sorted('oldest')).toBe('Ines Chau Ben Odile')
  expect(await sorted('lastActive')).toMatch(/^Ines /)
  expect(await sorted('longestInactive')).toMatch(/ Ines$/)
})

test('users can be filtered by status and type only', async () => {
  const world = await startWorld()
  const { client } = await world.administrator()
  const [gone, unproved] = [await world.member({ firstName: 'Gone' }), await world.newcomer({ firstName: 'Unproved' })]
  await world.setState(gone, 'deactivated')
  const names = async (query: object) =>
    (await client.listUsers({ query })).data.users.map(({ firstName }) => firstName).sort()
  expect(await names({ status: 'inactive' })).toEqual(['Gone'])
  expect(await names({ status: 'active' })).toEqual(['Ines', 'Unproved'])
  expect(await names({ status: 'verified' })).toEqual(['Gone', 'Ines'])
  expect(await names({ type: 'vip' })).toEqual([])
  expect(await names({ type: 'free' })).toHaveLength(3)
  world.turnClock(5 * 60_000)
  // The administrator is online as soon as the request is recorded.
  expect((await names({ status: 'online' })).filter((name) => name !== 'Ines')).toEqual([])
  for (const query of [
    { limit: '1001' },
    { limit: '0' },
    { page: '0' },
    { page: 'x' },
    { status: 'sleeping' },
    { sort: 'shoe-size' },
  ])
    await expect(client.listUsers({ query } as never)).rejects.toMatchObject({ status: 400 })
  expect(unproved.user.isEmailVerified).toBe(false)
})

test('a deactivated user is signed out at once, told why, and can be reactivated; both are logged', async () => {
  const world = await anyWorld()
  const admin = await world.administrator()
  const { client, token, user, email, password } = await world.member()
  const { closed } = await world.listen(token)
  const params = { id: user._id }
  const { data } = await admin.client.deactivateUser({ params, body: { reason: 'Selling things.' } })
  expect(data.user).toMatchObject({ isActive: false, state: 'deactivated' })
  await closed
  await expect(client.getProfile()).rejects.toMatchObject({ status: 401 })
  await world.sendHeldMail()
  expect((await world.mailsTo(email, 2))[1]!.text).toContain('What happened: Selling things.')
  await expect(admin.client.deactivateUser({ params, body: {} })).rejects.toMatchObject({ status: 409 })
  expect((await world.client().login({ body: { email, password } })).data.user.isActive).toBe(false)
  expect((await admin.client.activateUser({ params, body: {} })).data.user).toMatchObject({ isActive: true })
  const audit = await world.deps.db
    .selectFrom('audit_log')
    .innerJoin('audit_contents', 'audit_id', 'id')
    .selectAll('audit_log')
    .select('reason')
    .where('audit_log.subject_id', '=', user._id)
    .orderBy('id')
    .execute()
  expect(audit).toMatchObject([
    { action: 'account.deactivated', actor_kind: 'administrator', actor_id: admin.user._id, reason: 'Selling things.' },
    { action: 'account.activated', actor_id: admin.user._id },
  ])
})

test('the email about a deactivation without a reason says nothing about what happened', async () => {
  const world = await anyWorld()
  const { client } = await world.administrator()
  const { user, email } = await world.member()
  await client.deactivateUser({ params: { id: user._id }, body: {} })
  await world.sendHeldMail()
  const { text } = (await world.mailsTo(email, 2))[1]!
  expect(text).toContain('Our team deactivated your account.')
  expect(text).not.toMatch(/What happened|No reason/)
})

test('a decision undone within a minute doesn’t notify anyone', async () => {
  const world = await anyWorld()
  const { client } = await world.administrator()
  const { user, email } = await world.member()
  const params = { id: user._id }
  await client.deactivateUser({ params, body: { reason: 'A mistake.' } })
  await client.activateUser({ params, body: {} })
  await world.sendHeldMail()
  await client.deactivateUser({ params, body: { reason: 'Not a mistake.' } })
  await world.sendHeldMail()
  const mails = (await world.mailsTo(email, 2)).map(({ text }) => text)
  expect(mails).toHaveLength(2)
  expect(mails[1]).toContain('Not a mistake.')
})

test('when two administrators decide on the same version, the second learns who was first', async () => {
  const world = await anyWorld()
  const [ines, other] = [await world.administrator(), await world.administrator()]
  const { user } = await world.member()
  const params = { id: user._id }
  const { version } = (await ines.client.getUser({ params })).data.user
  await ines.client.deactivateUser({ params, body: {}, ifMatch: version })
  await expect(other.client.activateUser({ params, body: {}, ifMatch: version })).rejects.toMatchObject({
    status: 409,
    message: 'Ines Marlowe changed this user in the meantime. Please check it and try again.',
  })
  const now = (await other.client.getUser({ params })).data.user
  expect((await other.client.activateUser({ params, body: {}, ifMatch: now.version })).data.user.isActive).toBe(true)
})

test("administrators can't decide about themselves, or about unknown users", async () => {
  const world = await anyWorld()
  const { client, user } = await world.administrator()
  await expect(client.deactivateUser({ params: { id: user._id }, body: {} })).rejects.toMatchObject({ status: 409 })
  for (const id of [randomUUID(), 'nonsense'])
    await expect(client.getUser({ params: { id } })).rejects.toMatchObject({ status: 404 })
  await expect(client.activateUser({ params: { id: randomUUID() }, body: {} })).rejects.toMatchObject({ status: 404 })
})

test('of 100 administrators who deactivate a user at once, one succeeds', async () => {
  const world = await anyWorld()
  const { client } = await world.administrator()
  const { user, email } = await world.member()
  const tries = await Promise.allSettled(
    Array.from({ length: 100 }, () => client.deactivateUser({ params: { id: user._id }, body: {} })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await world.sendHeldMail()
  expect(await world.mailsTo(email, 2)).toHaveLength(2)
})
