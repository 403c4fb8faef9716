import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { startWorld } from '../world.ts'

// Analysts count people without learning who they are.

test('an analyst lists users and subscriptions without learning who they are, and can’t find anyone by name', async () => {
  const world = await startWorld()
  const [theo, lena, ada] = [
    await world.staff('analyst'),
    await world.staff('support'),
    await world.dater({ firstName: 'Adelheid', lastName: 'Quittenbaum' }, { bio: 'Keeps bees.' }),
  ]
  const ines = await world.administrator()
  await ines.client.givePremium({ params: { id: ada.user._id }, body: { months: 1, reason: 'A prize.' } })
  const { users, pagination } = (await theo.client.listUsers({ query: {} })).data
  expect([users.length, pagination.total]).toEqual([4, 4])
  const { subscriptions } = (await theo.client.listSubscriptions({ query: {} })).data
  const text = JSON.stringify([users, subscriptions])
  const ids = [theo, lena, ada].flatMap(({ user, email }) => [user._id, user._id.slice(-12), email])
  for (const secret of [...ids, 'Adelheid', 'Quittenbaum', 'bees', 'Lisbon', 'woman', '/pictures/'])
    expect([secret, text.includes(secret)]).toEqual([secret, false])
  for (const user of users) {
    expect(user).toMatchObject({ isActive: true, isEmailVerified: true, state: 'active', profilePicture: null })
    expect(user.createdAt).toMatch(/T00:00:00.000Z$/)
  }
  // A row keeps its id, and both lists use the same id for a person.
  const again = (await theo.client.listUsers({ query: { sort: 'oldest' } })).data.users
  expect(again.map(({ _id }) => _id).toReversed()).toEqual(users.map(({ _id }) => _id))
  expect(users.map(({ _id }) => _id)).toContain(subscriptions[0]!.user._id)
  const refused = { status: 403, code: 'forbidden' }
  for (const query of [
    { search: 'adelheid' },
    { search: ada.email },
    { sort: 'name' },
    { sort: 'nameDescending' },
    { sort: 'lastActive' },
    { sort: 'longestInactive' },
    { after: ada.user._id },
    { status: 'online' },
    { gender: 'woman' },
    { age: '26-35' },
  ] as const)
    await expect(theo.client.listUsers({ query })).rejects.toMatchObject(refused)
  for (const read of [
    ({ client }: Person) => client.getUser({ params: { id: ada.user._id } }),
    ({ client }: Person) => client.issueExportTicket({ reason: 'A count.' }),
  ])
    await expect(read(theo)).rejects.toMatchObject(refused)
  expect((await theo.client.getStatistics({ query: {} })).data.recent).toEqual([])
  const seen = (await lena.client.listUsers({ query: { search: 'adelheid' } })).data.users
  expect(seen).toMatchObject([{ _id: ada.user._id, lastName: 'Quittenbaum', email: ada.email }])
  expect((await lena.client.listSubscriptions({ query: {} })).data.subscriptions).toMatchObject([
    { user: { _id: ada.user._id, email: ada.email } },
  ])
})

test('an analyst reads subscriptions page by page, with days instead of times and ids that lead nowhere', async () => {
  const world = await startWorld()
  const [theo, lena, ines] = [await world.staff('analyst'), await world.staff('support'), await world.administrator()]
  for (const firstName of ['Ada', 'Ben', 'Cleo']) {
    const { user } = await world.dater({ firstName })
    await ines.client.givePremium({ params: { id: user._id }, body: { months: 1, reason: 'A prize.' } })
  }
  await world.query(
    'update subscriptions set canceled_at = created_at, trial_start = created_at, trial_end = current_period_end',
  )
  const page = async ({ client }: Person, after?: string) => {
    const query = { limit: '1', ...(after ? { after } : {}) }
    return (await client.listSubscriptions({ query })).data.subscriptions
  }
  const real = (await lena.client.listSubscriptions({ query: {} })).data.subscriptions
  const seen = (await theo.client.listSubscriptions({ query: {} })).data.subscriptions
  const times = ['createdAt', 'updatedAt', 'canceledAt', 'currentPeriodStart', 'currentPeriodEnd'] as const
  for (const [nth, row] of seen.entries())
    for (const name of [...times, 'trialStart', 'trialEnd'] as const)
      expect([name, row[name]]).toEqual([name, `${real[nth]![name]!.slice(0, 10)}T00:00:00.000Z`])
  const realIds = real.map(({ _id }) => _id)
  for (const { _id } of seen) expect(realIds).not.toContain(_id)
  // Single-row pages return the same rows in the same order.
  const [one] = await page(theo)
  const [two] = await page(theo, one!._id)
  const [three] = await page(theo, two!._id)
  expect([one, two, three]).toEqual(seen)
  expect(await page(theo, three!._id)).toEqual([])
  // Neither reader can continue from an id that only the other one sees.
  expect(await page(theo, realIds[0])).toEqual([])
  expect(await page(lena, one!._id)).toEqual([])
  expect((await page(lena, realIds[0]))[0]!._id).toBe(realIds[1])
})
