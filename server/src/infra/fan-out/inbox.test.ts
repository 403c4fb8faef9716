import { expect, test } from 'vitest'
import { openInbox } from './inbox.ts'

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

test('a new connection begins with any number, and what nobody of us wrote is ignored', () => {
  const { taken, gaps, say, forget, receive } = inbox()
  say('a', 1)
  forget()
  say('a', 9)
  for (const text of ['', 'hello', '{}', '{"from":"c","number":"1","items":[]}']) receive(text)
  expect([taken, gaps]).toEqual([['a1', 'a9'], []])
})
