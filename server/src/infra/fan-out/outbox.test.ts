import { expect, test } from 'vitest'
import type { Message } from './inbox.ts'
import { openOutbox } from './outbox.ts'

/** A carrier takes messages until it is gone. */
function outbox() {
  const [sent, carrier]: [string[], { isThere: boolean }] = [[], { isThere: true }]
  const carry = async (message: string) => {
    if (carrier.isThere) sent.push(message)
    return carrier.isThere
  }
  const read = () => sent.map((text) => JSON.parse(text) as Message)
  return { ...openOutbox('me', carry), sent, read, carrier }
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
    { from: 'me', number: sent.length, items: [], leaving: true },
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
  // While it's still sending, this does nothing.
  await expect.poll(() => (flush(), read().length)).toBeGreaterThan(1)
  expect([read()[0], read()[1]].map((message) => [message?.number, message?.items])).toEqual([
    [1, []],
    [3, []],
  ])
})
