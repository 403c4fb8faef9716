import { expect, test } from 'vitest'
import { decide } from '../deciding.ts'
import type { Person } from '../people.ts'
import { shared, startWorld } from '../world.ts'

// Notifications and unread counts after a message's sender or staff delete the message.

const anyWorld = shared(startWorld)

let sent = 0

async function talking() {
  const world = await anyWorld()
  const { ada, ben, id } = await world.talking()
  const send = async (content: { text: string } | { publicId: string }) =>
    (await ada.client.sendMessage({ params: { id }, body: { clientId: `client-${++sent}`, ...content } })).data.message
  const say = async (text: string) => (await send({ text }))._id
  const takeBack = (messageId: string) => ada.client.deleteMessage({ params: { id, messageId } })
  /** Ben's unread notifications, and the list's count of unread messages. */
  const unread = async () => {
    const { notifications } = (await ben.client.listNotifications()).data
    const texts = notifications.filter(({ kind, read }) => kind === 'message' && !read).map(({ text }) => text)
    return [texts, (await ben.client.getMatch({ params: { id } })).data.match.unread]
  }
  return { world, ada, ben, id, send, say, takeBack, unread }
}

test('a message that is deleted before it is read is announced no longer', async () => {
  const { say, takeBack, unread } = await talking()
  const [one, two, three] = [await say('One'), await say('Two'), await say('Three')]
  expect(await unread()).toEqual([['3 new messages from Ada'], 3])
  await takeBack(two)
  await takeBack(two)
  expect(await unread()).toEqual([['2 new messages from Ada'], 2])
  await takeBack(three)
  expect(await unread()).toEqual([['New message from Ada'], 1])
  await takeBack(one)
  expect(await unread()).toEqual([[], 0])
})

test('a message that staff remove is announced no longer', async () => {
  const { world, ada, say, unread } = await talking()
  const ines = await world.administrator()
  const [one, two] = [await say('One'), await say('Two')]
  await decide(ines, ada, { kind: 'hide', hide: { message: one } })
  expect(await unread()).toEqual([['New message from Ada'], 1])
  await decide(ines, ada, { kind: 'hide', hide: { message: two } })
  expect(await unread()).toEqual([[], 0])
})

test('deleting a message leaves the notification of others as it is', async () => {
  const { ben, id, say, takeBack, unread } = await talking()
  const [one, two] = [await say('One'), await say('Two')]
  await ben.client.readMessages({ params: { id }, body: { seq: 1 } })
  await say('Three')
  await takeBack(one)
  await takeBack(two)
  expect(await unread()).toEqual([['New message from Ada'], 1])
  await ben.client.muteMatch({ params: { id }, body: { muted: true } })
  await takeBack(await say('Four'))
  expect(await unread()).toEqual([['New message from Ada'], 1])
})

const last = async ({ client }: Person, id: string) => {
  const { lastMessage } = (await client.getMatch({ params: { id } })).data.match
  return [lastMessage?.text, lastMessage?.picture]
}

test('the list of matches shows a deleted photo like deleted words', async () => {
  const { world, ada, ben, id, send, takeBack } = await talking()
  const { public_id: publicId } = await world.picture(ada, null as never)
  const photo = await send({ publicId })
  expect(await last(ben, id)).toEqual(['', true])
  await takeBack(photo._id)
  expect([await last(ada, id), await last(ben, id)]).toEqual([
    ['', false],
    ['', false],
  ])
})
