import { expect, test } from 'vitest'
import { openOutbox } from './outbox.ts'

test('many items are packed into few messages, each of which PostgreSQL takes', () => {
  const outbox = openOutbox('me')
  const items = Array.from({ length: 500 }, (_, n) => ({ rooms: [`account:${n}`], text: '“é”'.repeat(n % 40) }))
  outbox.addItems(items)
  const messages = outbox.next()
  expect(messages.length).toBeLessThan(20)
  for (const message of messages) expect(Buffer.byteLength(message)).toBeLessThan(8000)
  const read = messages.map((message) => JSON.parse(message) as { number: number; items: object[] })
  expect(read.map(({ number }) => number)).toEqual(messages.map((_, n) => n + 1))
  expect(read.flatMap((message) => message.items)).toEqual(items)
})

test('what was dropped has a number, and one heartbeat waits at a time', () => {
  const outbox = openOutbox('me')
  outbox.addItems([{ text: 'x'.repeat(8000) }])
  outbox.addItems([{ text: 'y' }])
  outbox.addHeartbeat()
  outbox.addHeartbeat()
  expect(outbox.dropped()).toBe(1)
  expect(outbox.next().map((text) => JSON.parse(text) as object)).toMatchObject([
    { kind: 'items', number: 2 },
    { kind: 'heartbeat', number: 2 },
  ])
  outbox.remove(2)
  expect(outbox.isEmpty()).toBe(true)
})
