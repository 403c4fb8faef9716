import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { startWorld } from '../world.ts'

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown }).text)

/** Events for other servers and the measurement of the clock every 30 seconds don't delay a request. */
const aside = /notify|select clock_timestamp/i

/** Counts a request's statements and round trips. Statements that run at the same time share a round trip. */
async function tripsOf(call: () => Promise<unknown>) {
  const original: (...given: unknown[]) => unknown = Reflect.get(pg.Client.prototype, 'query')
  const counts = { statements: 0, trips: 0 }
  let underWay = 0
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: unknown,
    ...given: unknown[]
  ) {
    const done = given.at(-1)
    if (aside.test(textOf(given[0])) || typeof done !== 'function') return original.apply(this, given)
    counts.statements++
    if (underWay++ === 0) counts.trips++
    const counted = (...outcome: unknown[]) => {
      underWay--
      done(...outcome)
    }
    return original.apply(this, [...given.slice(0, -1), counted])
  })
  await call()
  query.mockRestore()
  return counts
}

test('the busiest calls make few round trips to the database', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on' } })
  await world.deps.jobs.stop()
  const wants = { interestedIn: ['man'] }
  const [ada, ben] = [await world.dater({}, wants), await world.dater({ firstName: 'Ben' }, { gender: 'man' })]
  const deck = () => ada.client.discover()
  // The clock stops, so that caches don't age, however long the requests take.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  // Uncounted first requests save the last activity, fill caches and open connections.
  expect((await deck()).data.people).toHaveLength(1)
  await deck()
  await ben.client.discover()
  const noOne = { userId: randomUUID(), action: 'like' } as const
  await expect(ada.client.choose({ body: noOne })).rejects.toMatchObject({ status: 404 })
  const discover = await tripsOf(deck)
  const like = await tripsOf(() => ada.client.choose({ body: { userId: ben.user._id, action: 'like' } }))
  const match = await tripsOf(() => ben.client.choose({ body: { userId: ada.user._id, action: 'like' } }))
  const id = (await ada.client.listMatches()).data.matches[0]!._id
  const send = (clientId: string) => ada.client.sendMessage({ params: { id }, body: { clientId, text: 'Hello' } })
  await send('the first one')
  const message = await tripsOf(() => send('the second one'))
  const { email, password } = ada
  const signIn = await tripsOf(() => world.client().login({ body: { email, password } }))
  vi.restoreAllMocks()
  expect({ discover, like, match, message, signIn }).toEqual({
    discover: { statements: 5, trips: 4 },
    like: { statements: 2, trips: 2 },
    match: { statements: 3, trips: 3 },
    message: { statements: 2, trips: 2 },
    signIn: { statements: 4, trips: 4 },
  })
})
