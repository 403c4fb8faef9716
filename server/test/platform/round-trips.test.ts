import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { startWorld } from '../world.ts'

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown }).text)

/** Counts what the server asks the database during a call. No call waits for the events to other servers. */
async function statementsOf(call: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await call()
  const { length } = query.mock.calls.filter(([text]) => !/notify/i.test(textOf(text)))
  query.mockRestore()
  return length
}

test('the busiest calls make few round trips to the database', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on' } })
  await world.deps.jobs.stop()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  // Not counted: when they were last active, which is saved once a minute, and words that are cached.
  const { data } = await ada.client.discover()
  expect(data.people).toHaveLength(1)
  await ben.client.discover()
  const like = await statementsOf(() => ada.client.choose({ body: { userId: ben.user._id, action: 'like' } }))
  const match = await statementsOf(() => ben.client.choose({ body: { userId: ada.user._id, action: 'like' } }))
  const id = (await ada.client.listMatches()).data.matches[0]!._id
  const send = (clientId: string) => ada.client.sendMessage({ params: { id }, body: { clientId, text: 'Hello' } })
  await send('the first one')
  const message = await statementsOf(() => send('the second one'))
  const { email, password } = ada
  const signIn = await statementsOf(() => world.client().login({ body: { email, password } }))
  expect({ like, match, message, signIn }).toEqual({ like: 2, match: 3, message: 4, signIn: 4 })
})
