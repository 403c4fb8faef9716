import { expect, test } from 'vitest'
import { startWorld, until } from '../world.ts'

const talking = async () => {
  const world = await startWorld()
  return { world, ...(await world.talking()) }
}

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
