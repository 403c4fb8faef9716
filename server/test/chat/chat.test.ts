import { expect, test } from 'vitest'
import { sendDueDigests } from '../../src/features/delivery/notifications/notifications.ts'
import { browserKeys, type Person } from '../people.ts'
import { proof, rounds } from '../proofs.ts'
import { shared, startWorld, until, type World } from '../world.ts'

const anyWorld = shared(startWorld)

let sent = 0
const say = ({ client }: Person, id: string, text: string, more: object = {}) =>
  client
    .sendMessage({ params: { id }, body: { clientId: `client-${++sent}`, text, ...more } })
    .then(({ data }) => data.message)
const texts = async ({ client }: Person, id: string, query: object = {}) =>
  (await client.listMessages({ params: { id }, query })).data.messages.map(({ text }) => text)

async function talking(start: () => Promise<World> = anyWorld) {
  const world = await start()
  return { world, ...(await world.talking()) }
}

test('matched members exchange messages in one order, live', async () => {
  const { world, ada, ben, id } = await talking()
  const { received } = await world.listen(ben.token)
  expect(await say(ada, id, 'Hello')).toMatchObject({ seq: 1, text: 'Hello', senderId: ada.user._id })
  await until(() => received.find((event) => event.type === 'message.sent' && event.seq === 1))
  await say(ben, id, 'Good evening')
  expect(await texts(ada, id)).toEqual(['Hello', 'Good evening'])
  const [match] = (await ada.client.listMatches()).data.matches
  expect(match).toMatchObject({ lastMessage: { text: 'Good evening', mine: false }, unread: 1, parked: false })
})

test('the same message sent twice is stored once', async () => {
  const { ada, id } = await talking()
  const body = { clientId: 'the-same-id', text: 'Once' }
  const all = await Promise.all(Array.from({ length: 20 }, () => ada.client.sendMessage({ params: { id }, body })))
  expect(new Set(all.map(({ data }) => data.message._id)).size).toBe(1)
  await say(ada, id, 'Then')
  const { messages } = (await ada.client.listMessages({ params: { id } })).data
  expect(messages.map(({ seq }) => seq)).toEqual([1, 2])
})

test('many concurrent messages from both sides arrive without gaps or repeats, in the same order for both', async () => {
  const { ada, ben, id } = await talking()
  const many = rounds(60, 400)
  await Promise.all(Array.from({ length: many }, (_, at) => say(at % 2 ? ada : ben, id, `m${at}`)))
  const read = async ({ client }: Person) => {
    const seen: { seq: number; text: string | null }[] = []
    let after = 0
    for (;;) {
      const { messages, more } = (
        await client.listMessages({ params: { id }, query: { after: String(after), limit: '25' } })
      ).data
      seen.push(...messages)
      after = messages.at(-1)?.seq ?? after
      if (!more) return seen
    }
  }
  const [one, other] = [await read(ada), await read(ben)]
  expect(one.map(({ seq }) => seq)).toEqual(Array.from({ length: many }, (_, at) => at + 1))
  expect(other.map(({ text }) => text)).toEqual(one.map(({ text }) => text))
  expect(await texts(ada, id, { before: '4', limit: '2' })).toEqual(one.slice(1, 3).map(({ text }) => text))
  proof(`${many} concurrent messages: no gaps, the same order for both`)
})

test('a message can be edited for 15 minutes, reacted to, replied to, and deleted for both', async () => {
  const { world, ada, ben, id } = await talking()
  const message = await say(ada, id, 'Helo')
  const params = { id, messageId: message._id }
  expect((await ada.client.editMessage({ params, body: { text: 'Hello' } })).data.message).toMatchObject({
    text: 'Hello',
    editedAt: expect.any(String),
  })
  await expect(ben.client.editMessage({ params, body: { text: 'x' } })).rejects.toMatchObject({ status: 404 })
  expect((await ben.client.react({ params, body: { emoji: '❤️' } })).data.message.reactions).toEqual([
    { emoji: '❤️', mine: true },
  ])
  const answer = await say(ben, id, 'And you', { replyTo: message._id })
  expect(answer.replyTo).toMatchObject({ text: 'Hello', mine: false })
  await expect(ben.client.deleteMessage({ params })).rejects.toMatchObject({ status: 404 })
  await ada.client.deleteMessage({ params })
  const { messages } = (await ben.client.listMessages({ params: { id } })).data
  expect(messages[0]).toMatchObject({ text: null, deletedAt: expect.any(String) })
  expect(messages[1]?.replyTo).toMatchObject({ text: null })
  await expect(say(ben, id, 'And you?', { replyTo: message._id })).rejects.toMatchObject({ status: 404 })
  const late = await say(ada, id, 'Late')
  await world.query(`update messages set created_at = now() - interval '16 minutes' where id = '${late._id}'`)
  await expect(
    ada.client.editMessage({ params: { id, messageId: late._id }, body: { text: 'Later' } }),
  ).rejects.toMatchObject({ status: 409 })
})

test('read receipts are mutual: turning them off hides them both ways', async () => {
  const { world, ada, ben, id } = await talking()
  await say(ada, id, 'Read me')
  const { received } = await world.listen(ada.token)
  const seen = async () => {
    const { readTo, deliveredTo } = (await ada.client.listMessages({ params: { id } })).data
    return [readTo, deliveredTo]
  }
  expect(await seen()).toEqual([0, 0])
  await ben.client.listMessages({ params: { id } })
  expect(await seen()).toEqual([0, 1])
  await ben.client.readMessages({ params: { id }, body: { seq: 1 } })
  await until(() => received.find(({ type }) => type === 'messages.read'))
  expect(await seen()).toEqual([1, 1])
  await ben.client.setPrivacy({ body: { receipts: false } })
  expect(await seen()).toEqual([null, null])
  const { readTo } = (await ben.client.listMessages({ params: { id } })).data
  expect(readTo).toBeNull()
})

test.each([
  ['read receipts', { receipts: false }, { receipts: true }],
  ['activity', { showLastActive: false }, { showLastActive: true }],
])('what a member read while they hid their %s stays hidden until they read it openly', async (_what, off, on) => {
  const { world, ada, ben, id } = await talking()
  const read = (seq: number) => ben.client.readMessages({ params: { id }, body: { seq } })
  const seen = async () => {
    const { readTo, deliveredTo } = (await ada.client.listMessages({ params: { id } })).data
    return [readTo, deliveredTo]
  }
  const { received } = await world.listen(ada.token)
  const heard = () => received.flatMap((event) => (event.type === 'messages.read' ? [event.seq] : []))
  for (const text of ['One', 'Two', 'Three']) await say(ada, id, text)
  await read(1)
  await ben.client.setPrivacy({ body: off })
  await ben.client.listMessages({ params: { id } })
  await read(2)
  expect((await ben.client.getMatch({ params: { id } })).data.match.unread).toBe(1)
  expect(await seen()).toEqual([null, null])
  await ben.client.setPrivacy({ body: on })
  expect(await seen()).toEqual([1, 1])
  await ben.client.listMessages({ params: { id } })
  expect(await seen()).toEqual([1, 3])
  await read(2)
  await until(() => heard().includes(2))
  expect(await seen()).toEqual([2, 3])
  await read(3)
  await until(() => heard().includes(3))
  expect([await seen(), heard()]).toEqual([
    [3, 3],
    [1, 2, 3],
  ])
})

test('no one else can read, write to, or detect a conversation', async () => {
  const { world, ada, id } = await talking()
  const message = await say(ada, id, 'Between us')
  const eve = await world.dater({ firstName: 'Eve' })
  const params = { id, messageId: message._id }
  for (const act of [
    () => eve.client.listMessages({ params: { id } }),
    () => say(eve, id, 'Me too'),
    () => eve.client.editMessage({ params, body: { text: 'x' } }),
    () => eve.client.deleteMessage({ params }),
    () => eve.client.react({ params, body: { emoji: '👍' } }),
    () => eve.client.readMessages({ params: { id }, body: { seq: 1 } }),
    () => eve.client.typing({ params: { id } }),
  ])
    await expect(act()).rejects.toMatchObject({ status: 404 })
  expect((await eve.client.searchMessages({ query: { q: 'between' } })).data.messages).toEqual([])
  expect((await ada.client.searchMessages({ query: { q: 'BETWEEN' } })).data.messages).toMatchObject([
    { text: 'Between us' },
  ])
})

const endings: Record<string, (world: World, one: Person, other: Person, id: string) => Promise<unknown>> = {
  unmatch: (_world, { client }, _other, id) => client.unmatch({ params: { id }, body: { closing: 'no-spark' } }),
  'a block': (_world, { client }, { user }) => client.block({ body: { userId: user._id } }),
  'a deletion': (_world, _one, { client, password }) => client.deleteAccount({ body: { password } }),
  'a ban': (world, _one, other) => world.setState(other, 'banned'),
}

test.each(Object.keys(endings))('after %s a conversation is closed, and its messages are kept', async (how) => {
  const { world, ada, ben, id } = await talking()
  await say(ada, id, 'Hello')
  await endings[how]!(world, ada, ben, id)
  await expect(say(ada, id, 'Still?')).rejects.toMatchObject({ status: 404 })
  await expect(say(ben, id, 'Still?')).rejects.toMatchObject({
    status: expect.toSatisfy((code) => code >= 401 && code <= 404),
  })
  await expect(ada.client.listMessages({ params: { id } })).rejects.toMatchObject({ status: 404 })
  expect((await world.query(`select from messages where match_id = '${id}'`)).rowCount).toBe(1)
})

test('the other member gets the farewell note of one who unmatches', async () => {
  const { ada, ben, id } = await talking()
  await ada.client.unmatch({ params: { id }, body: { closing: 'no-spark' } })
  expect((await ben.client.listNotifications()).data.notifications[0]).toMatchObject({
    text: expect.stringContaining('Ada said goodbye: “It was good to meet you'),
  })
})

test('mentions of money, other places and links warn the reader, and only the reader', async () => {
  const { ada, ben, id } = await talking()
  for (const [text, nudge] of [
    ['Could you send me money for the ticket?', 'money'],
    ['Let us go to WhatsApp', 'elsewhere'],
    ['Look: https://example.com', 'link'],
    ['Shall we walk?', null],
  ] as const) {
    expect((await say(ada, id, text)).nudge).toBeNull()
    const { messages } = (await ben.client.listMessages({ params: { id } })).data
    expect([text, messages.at(-1)!.nudge]).toEqual([text, nudge])
  }
})

test('only the two members see a picture in their conversation', async () => {
  const { world, ada, ben, id } = await talking()
  const { public_id: publicId } = await world.picture(ada, null as never)
  await world.deps.storage.put(`${publicId}/large.webp`, Buffer.from('picture'))
  await expect(say(ben, id, 'Not mine', { publicId })).rejects.toMatchObject({ status: 404 })
  const send = () => ada.client.sendMessage({ params: { id }, body: { clientId: 'with-picture', publicId } })
  const sent = (await send()).data.message
  const [message] = (await ben.client.listMessages({ params: { id } })).data.messages
  const status = async () => (await world.request(message!.picture!.url)).status
  expect(await status()).toBe(200)
  // Deactivated and deleted members neither see others nor are seen.
  for (const person of [ben, ada]) {
    await world.setState(person, 'deactivated')
    expect(await status()).toBe(404)
    await world.setState(person, 'active')
  }
  expect(await status()).toBe(200)
  const reply = () => say(ben, id, 'Where is that?', { replyTo: sent._id, clientId: 'an-answer-to-it' })
  expect((await reply()).replyTo).toEqual({ _id: sent._id, text: null, only: 'picture', mine: false })
  await ada.client.deleteMessage({ params: { id, messageId: message!._id } })
  expect((await reply()).replyTo).toMatchObject({ text: null, only: null })
  expect((await world.request(message!.picture!.url)).status).toBe(404)
  await world.query(`delete from pictures where public_id = '${publicId}'`)
  // A device that never got the response sends the message again, and gets the stored one.
  expect((await send()).data.message).toMatchObject({ _id: sent._id, seq: sent.seq, picture: null })
})

test('notifications appear in the app at once, grouped by topic, and by email if unread', async () => {
  const { world, ada, ben, id } = await talking()
  const { received } = await world.listen(ben.token)
  for (const text of ['One', 'Two', 'Three']) await say(ada, id, text)
  await until(() => received.filter(({ type }) => type === 'notified').length >= 3)
  const list = async () => (await ben.client.listNotifications()).data
  expect((await list()).notifications[0]).toMatchObject({
    text: '3 new messages from Ada',
    link: `/chat/${id}`,
    count: 3,
    read: false,
  })
  await ben.client.setNotificationSettings({ body: { kinds: { message: { mail: 'now', push: false } } } })
  await sendDueDigests(world.deps)
  world.turnClock(31_000)
  await sendDueDigests(world.deps)
  const mails = await world.mailsTo(ben.email, 2)
  expect(mails.at(-1)!.text).toContain('3 new messages from Ada')
  expect(mails.at(-1)!.text).not.toContain('Three')
  expect((await list()).unread).toBe(2)
  await ben.client.readMessages({ params: { id }, body: { seq: 3 } })
  expect((await list()).unread).toBe(0)
  await say(ada, id, 'Four')
  expect((await list()).unread).toBe(1)
  await ben.client.readNotifications({ body: {} })
  expect((await list()).unread).toBe(0)
  // One-click unsubscribe: a single request from the mail program stops emails of this kind.
  const { raw } = mails[1]!
  expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const [address] = /(?<=List-Unsubscribe: <)[^>]+/i.exec(raw.replace(/\r?\n[ \t]+/g, ' '))!
  const press = (url: string) =>
    world.request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  const { pathname, search } = new URL(address)
  expect((await press(`${pathname}?t=${'x'.repeat(60)}`)).status).toBe(400)
  expect((await press(pathname + search)).status).toBe(200)
  const { kinds } = (await ben.client.getNotificationSettings()).data.settings
  expect(new Set(Object.values(kinds).map(({ mail }) => mail))).toEqual(new Set(['off']))
})

test('a muted conversation notifies nowhere else until it is unmuted', async () => {
  const { world, ada, ben, id } = await talking()
  const unread = async () =>
    (await ben.client.listNotifications()).data.notifications.filter(({ kind }) => kind === 'message')
  const { match } = (await ben.client.muteMatch({ params: { id }, body: { muted: true } })).data
  expect(match.muted).toBe(true)
  await say(ada, id, 'Psst')
  expect([(await unread()).length, (await ben.client.getMatch({ params: { id } })).data.match.unread]).toEqual([0, 1])
  // The other member doesn't see that the match is muted.
  expect((await ada.client.getMatch({ params: { id } })).data.match.muted).toBe(false)
  await ben.client.muteMatch({ params: { id }, body: { muted: false } })
  await say(ada, id, 'Hello again')
  expect(await unread()).toMatchObject([{ text: 'New message from Ada' }])
  const eve = await world.dater({ firstName: 'Eve' })
  await expect(eve.client.muteMatch({ params: { id }, body: { muted: true } })).rejects.toMatchObject({ status: 404 })
})

test('pushes go to known services over https only', async () => {
  const world = await anyWorld()
  const { client } = await world.member()
  const keys = browserKeys()
  for (const endpoint of [
    'http://fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'not an address',
  ])
    await expect(client.subscribePush({ body: { endpoint, keys } })).rejects.toMatchObject({ status: 409 })
  await expect(client.subscribePush({ body: { endpoint: 'https://fcm.googleapis.com/x', keys } })).resolves.toBeTruthy()
})

test('a different message with the same client id is refused; an identical one returns the first', async () => {
  const { ada, id } = await talking()
  const send = (text: string) => ada.client.sendMessage({ params: { id }, body: { clientId: 'the-same-one', text } })
  const first = (await send('Hello')).data.message
  expect((await ada.client.listMessages({ params: { id }, query: {} })).data.messages).toEqual([first])
  expect((await send('Hello')).data.message._id).toBe(first._id)
  await expect(send('Good bye')).rejects.toMatchObject({ status: 422, code: 'key_reused' })
  await ada.client.editMessage({ params: { id, messageId: first._id }, body: { text: 'Hello, Ben' } })
  expect((await send('Hello')).data.message._id).toBe(first._id)
})

test('over the limit of a minute, a message is refused with a retry time and not sent', async () => {
  const { world, ada, ben, id } = await talking(() => startWorld({ env: { RATE_LIMIT: 'on' } }))
  await say(ada, id, 'Hello')
  await world.query("update budgets set used = 120 where key like 'message:%'")
  await expect(say(ada, id, 'Hello?')).rejects.toMatchObject({ status: 429, code: 'rate_limited' })
  expect(await texts(ben, id)).toEqual(['Hello'])
  world.turnClock(61_000)
  await say(ada, id, 'Still there?')
  expect(await texts(ben, id)).toEqual(['Hello', 'Still there?'])
})
