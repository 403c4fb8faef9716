import { expect, test } from 'vitest'
import { nameOf, type Person } from '../people.ts'
import { startWorld } from '../world.ts'

const like = ({ client }: Person, { user }: Person) => client.choose({ body: { userId: user._id, action: 'like' } })

test('a deck is one walk, whatever the page size', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const others: Person[] = []
  for (let each = 0; each < 46; each++) others.push(await world.dater({ firstName: nameOf(each) }))
  for (const each of others.slice(3, 12)) await like(each, ada)
  const walk = async (limit: number) => {
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = (await ada.client.discover({ query: { limit: String(limit), ...(cursor ? { cursor } : {}) } })).data
      seen.push(...page.people.map(({ user }) => user.firstName))
      cursor = page.nextCursor
    } while (cursor)
    return seen
  }
  const whole = await walk(100)
  expect(new Set(whole).size).toBe(46)
  for (const limit of [1, 3, 7, 20, 21]) expect(await walk(limit), `${limit} a page`).toEqual(whole)
})

test('someone blocked or chosen after a deck was laid out is left out of its next pages', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const others = new Map<string, Person>()
  for (let each = 0; each < 6; each++) {
    const person = await world.dater({ firstName: nameOf(each) })
    others.set(person.user._id, person)
  }
  const first = (await ada.client.discover({ query: { limit: '2' } })).data
  const served = new Set(first.people.map(({ user }) => user._id))
  const [blocked, chosen, blocker, ...left] = [...others.values()].filter(({ user }) => !served.has(user._id))
  await ada.client.block({ body: { userId: blocked!.user._id } })
  await like(ada, chosen!)
  await blocker!.client.block({ body: { userId: ada.user._id } })
  const rest = (await ada.client.discover({ query: { limit: '20', cursor: first.nextCursor! } })).data
  expect(rest.people.map(({ user }) => user._id)).toEqual(left.map(({ user }) => user._id))
})

test('people who have been away for long take at most two places of a block, and come after a while', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const others: Person[] = []
  for (let each = 0; each < 6; each++) others.push(await world.dater({ firstName: nameOf(each) }))
  const away = new Set(others.slice(0, 4).map(({ user }) => user._id))
  const ids = [...away].map((id) => `'${id}'`).join()
  await world.query(`update accounts set last_active_at = now() - interval '20 days' where id in (${ids})`)
  await world.query(`delete from last_seen where account_id in (${ids})`)
  const deck = async () => (await ada.client.discover({ query: {} })).data.people.map(({ user }) => user._id)
  const first = await deck()
  expect(first.slice(0, 2).filter((id) => away.has(id))).toEqual([])
  expect(first).toHaveLength(4)
  for (const id of first) await ada.client.choose({ body: { userId: id, action: 'pass' } })
  const next = await deck()
  expect([...first.slice(2), ...next].toSorted()).toEqual([...away].toSorted())
})
