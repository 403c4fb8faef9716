import { expect, test } from 'vitest'
import { openInbox, openOutbox, type Message } from './numbered.ts'

function inbox() {
  const [taken, gaps]: [unknown[], string[]] = [[], []]
  const { receive, checkSilence, forget } = openInbox('me', {
    items: (items) => taken.push(...items),
    ownMessage: () => taken.push('my own'),
    gap: (reason) => gaps.push(reason),
  })
  const say = (from: string, number: number, other?: 'heartbeat' | 'leaving') =>
    receive(JSON.stringify({ from, number, items: other ? [] : [`${from}${number}`], leaving: other === 'leaving' }))
  return { taken, gaps, say, receive, checkSilence, forget }
}

test('the messages of others are taken, and our own only show that the connection works', () => {
  const { taken, gaps, say } = inbox()
  for (const number of [7, 8, 9]) say('a', number)
  say('me', 1)
  say('b', 1)
  expect(taken).toEqual(['a7', 'a8', 'a9', 'my own', 'b1'])
  expect(gaps).toEqual([])
})

test('a number that is missing is a gap, which a heartbeat and the last message show, too', () => {
  const { taken, gaps, say } = inbox()
  say('a', 1)
  say('a', 3)
  expect(gaps).toHaveLength(1)
  say('a', 4, 'heartbeat')
  expect(gaps).toHaveLength(1)
  say('a', 6, 'heartbeat')
  expect(gaps).toHaveLength(2)
  say('a', 7)
  expect(gaps).toHaveLength(2)
  say('a', 9, 'leaving')
  expect(gaps).toHaveLength(3)
  expect(taken).toEqual(['a1', 'a3', 'a7'])
})

test('a server that goes silent is a gap, unless it said that it leaves', () => {
  const { gaps, say, checkSilence } = inbox()
  say('a', 1)
  say('b', 1)
  say('b', 2, 'leaving')
  for (let check = 0; check < 15; check++) checkSilence()
  expect(gaps).toHaveLength(0)
  for (let check = 0; check < 15; check++) checkSilence()
  expect(gaps).toHaveLength(1)
})

test('a new connection begins with any number, and messages that none of our servers wrote are ignored', () => {
  const { taken, gaps, say, forget, receive } = inbox()
  say('a', 1)
  forget()
  say('a', 9)
  for (const text of ['', 'hello', '{}', '{"from":"c","number":"1","items":[]}']) receive(text)
  expect([taken, gaps]).toEqual([['a1', 'a9'], []])
})

/** A carrier takes messages until it is gone. */
function outbox() {
  const [sent, carrier]: [string[], { isThere: boolean }] = [[], { isThere: true }]
  const carry = async (message: string) => {
    if (carrier.isThere) sent.push(message)
    return carrier.isThere
  }
  const read = () => sent.map((text) => JSON.parse(text) as Message)
  return { ...openOutbox('you', carry), sent, read, carrier }
}

test('many items are packed into few messages, each of which PostgreSQL takes', async () => {
  const { add, leave, sent, read } = outbox()
  const items = Array.from({ length: 500 }, (_, n) => ({ rooms: [`account:${n}`], text: '“é”'.repeat(n % 40) }))
  add(items)
  await leave()
  expect(sent.length).toBeLessThan(20)
  for (const message of sent) expect(Buffer.byteLength(message)).toBeLessThan(8000)
  expect(read().map(({ number }) => number)).toEqual(sent.map((_, n) => n + 1))
  expect(read().flatMap((message) => message.items)).toEqual(items)
  expect(read().filter(({ leaving }) => leaving)).toEqual([
    { from: 'you', number: sent.length, items: [], leaving: true },
  ])
})

test('what the carrier doesn’t take has a number, which the next heartbeat shows', async () => {
  const { add, flush, read, carrier, dropped } = outbox()
  flush()
  await expect.poll(read).toHaveLength(1)
  carrier.isThere = false
  add([{ text: 'x' }, { text: 'y' }])
  await expect.poll(dropped).toBe(2)
  carrier.isThere = true
  // `flush` does nothing while the outbox is still sending.
  await expect.poll(() => (flush(), read().length)).toBeGreaterThan(1)
  expect([read()[0], read()[1]].map((message) => [message?.number, message?.items])).toEqual([
    [1, []],
    [3, []],
  ])
})

test('an item that is too large for a message arrives whole, and without one of its parts not at all', async () => {
  const { add, leave, sent } = outbox()
  const large = (n: number) => ({ n, text: `“é”\u0001"\\😀`.repeat(1500) })
  const items = [{ n: 0 }, large(1), { n: 2 }, large(3), large(4)]
  add(items)
  await leave()
  for (const message of sent) expect(Buffer.byteLength(message)).toBeLessThan(8000)
  const whole = inbox()
  sent.forEach((text) => whole.receive(text))
  expect([whole.taken, whole.gaps]).toEqual([items, []])
  const torn = inbox()
  const lost = sent.findIndex((text) => text.includes('part')) + 1
  sent.forEach((text, at) => at !== lost && torn.receive(text))
  expect([torn.taken, torn.gaps.length]).toEqual([items.filter(({ n }) => n !== 1), 1])
})
