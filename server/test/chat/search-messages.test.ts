import { expect, test } from 'vitest'
import { startWorld, until } from '../world.ts'

/** Each character folds into 18 letters, which makes searches slow. */
const SLOW = '\u{fdfa}'.repeat(2000)

const talking = async (env: Record<string, string> = {}) => {
  const world = await startWorld({ env })
  return { world, ...(await world.talking()) }
}

test('a member whose searches are slow gets few of them, each ends soon, and no one else waits', async () => {
  const { world, ada, ben, id } = await talking({ RATE_LIMIT: 'on' })
  await world.query(`insert into messages (match_id, seq, sender_id, client_id, text, created_at)
    select '${id}', n, '${ada.user._id}', n, '${SLOW}', now() from generate_series(1, 1500) n`)
  const [eve, zoe] = [await world.dater(), await world.dater()]
  const other = await world.matched(eve, zoe)
  await eve.client.sendMessage({ params: { id: other }, body: { clientId: 'hello-there', text: 'An aquarium' } })

  const began = performance.now()
  const slow = Array.from({ length: 16 }, (_, n) => (n % 2 ? ada : ben).client.searchMessages({ query: { q: 'zzqq' } }))
  const outcomes = Promise.allSettled(slow)
  for (let n = 0; n < 10; n++) {
    const { messages } = (await zoe.client.searchMessages({ query: { q: 'aquarium' } })).data
    expect(messages).toMatchObject([{ text: 'An aquarium' }])
  }
  for (const outcome of await outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 429 } })
  expect(performance.now() - began).toBeLessThan(15_000)
})

test('a search without words finds nothing', async () => {
  const { ada, id } = await talking()
  await ada.client.sendMessage({ params: { id }, body: { clientId: 'hello-there', text: 'Hello you' } })
  for (const q of ['  ', '\t\t', '\u00a0\u00a0'])
    expect((await ada.client.searchMessages({ query: { q } })).data.messages).toEqual([])
})

test('a conversation is read up to its last message, whatever number is sent', async () => {
  const { world, ada, ben, id } = await talking()
  await ada.client.sendMessage({ params: { id }, body: { clientId: 'hello-there', text: 'Hello' } })
  const { received } = await world.listen(ada.token)
  await ben.client.readMessages({ params: { id }, body: { seq: 2_147_483_647 } })
  await until(() => received.length > 0)
  expect(received).toMatchObject([{ type: 'messages.read', seq: 1 }])
})
