import { expect, test } from 'vitest'
import { nameOf, type Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

// What members without premium could work out about who likes them.

const DAY = 86_400_000

const clientOf = async (world: World, { email, password }: Person) =>
  world.client((await world.client().login({ body: { email, password } })).data.token)

const choose = ({ client }: Person, { user }: Person, action: 'like' | 'pass' | 'superlike' = 'like') =>
  client.choose({ body: { userId: user._id, action } })

test('without premium no pass, block or undo shows whether it was about someone who likes the member', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const fans: Person[] = []
  for (let each = 0; each < 9; each++) fans.push(await world.dater({ firstName: nameOf(each, 'Fan') }))
  for (const fan of fans.slice(0, 6)) await choose(fan, ada)
  const count = async () => (await ada.client.listLikes()).data.count
  expect(await count()).toBe(6)
  await ada.client.block({ body: { userId: fans[0]!.user._id } })
  expect(await count()).toBe(6)
  await choose(ada, fans[1]!, 'pass')
  expect(await count()).toBe(6)
  await ada.client.undoChoice()
  await ada.client.unblock({ params: { userId: fans[0]!.user._id } })
  await choose(ada, fans[1]!, 'pass')
  expect(await count()).toBe(6)
  // What everyone may know counts at once: a match, and that someone new likes them.
  await choose(ada, fans[2]!)
  expect(await count()).toBe(5)
  await choose(fans[6]!, ada)
  await choose(fans[7]!, ada)
  expect(await count()).toBe(7)
  // Everyone sees who disappears, but not whether one like less is theirs.
  await fans[7]!.client.setPrivacy({ body: { paused: true } })
  expect(await count()).toBe(7)
  await fans[7]!.client.setPrivacy({ body: { paused: false } })
  await choose(ada, fans[6]!)
  expect(await count()).toBe(6)
  world.turnClock(DAY)
  const again = await clientOf(world, ada)
  expect((await again.listLikes()).data.count).toBe(5)
})

test('a like moves its sender in the deck from the next day on, so that asking again names nobody', async () => {
  const world = await startWorld()
  const [ada, bea] = [await world.dater(), await world.dater({ firstName: 'Bea' })]
  const others: Person[] = []
  for (let each = 0; each < 38; each++) others.push(await world.dater({ firstName: nameOf(each) }))
  const deckOf = async ({ client }: Pick<Person, 'client'>) =>
    (await client.discover({ query: { limit: '40' } })).data.people
      .map(({ user }) => user._id)
      .filter((id) => id !== bea.user._id)
  const last = new Set((await deckOf(ada)).slice(-4))
  const senders = others.filter(({ user }) => last.has(user._id))
  for (const sender of senders) await choose(sender, bea)
  const today = await deckOf(ada)
  for (const sender of senders) {
    await sender.client.undoChoice()
    await choose(sender, ada)
  }
  expect(await deckOf(ada)).toEqual(today)
  world.turnClock(DAY)
  const again = await clientOf(world, ada)
  const first = (await deckOf({ client: again })).slice(0, 20)
  for (const { user } of senders) expect(first).toContain(user._id)
})

test('a super like is in the next block at once, as its sender is shown anyway', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const others: Person[] = []
  for (let each = 0; each < 40; each++) others.push(await world.dater({ firstName: nameOf(each) }))
  const deck = async () =>
    (await ada.client.discover({ query: { limit: '40' } })).data.people.map(({ user }) => user._id)
  const last = (await deck()).at(-1)
  await choose(
    others.find(({ user }) => user._id === last)!,
    ada,
    'superlike',
  )
  expect((await deck()).slice(0, 20)).toContain(last)
})
