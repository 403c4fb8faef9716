import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readCursor, short, writeCursor } from './ranking.ts'

test('a walk is parsed back as it was serialized', () => {
  const served = Array.from({ length: 399 }, () => short(randomUUID()))
  const rest = Array.from({ length: 19 }, (_, nth) => ({ id: randomUUID(), boosted: nth % 7 === 0 }))
  expect(readCursor(writeCursor({ served, rest }))).toEqual({ served, rest })
  // The maximum length of a cursor.
  expect(writeCursor({ served, rest }).length).toBeLessThanOrEqual(4000)
  expect(readCursor(writeCursor({ served: [], rest: [] }))).toEqual({ served: [], rest: [] })
})

test('without a cursor, a walk starts at the first page', () => {
  expect(readCursor(undefined)).toEqual({ served: [], rest: [] })
})

test.each(['', '_w', 'AAA=', 'not a cursor', 'EwAAAAAAAAAAAAAAAAAAAAAAAA', 'AAAA'])('“%s” is no cursor', (cursor) => {
  expect(() => readCursor(cursor)).toThrow('This page doesn’t exist.')
})

test('a forged cursor starts somewhere and breaks nothing', () => {
  const { served, rest } = readCursor(
    Buffer.from([1, ...Array.from({ length: 29 }, (_, at) => at)]).toString('base64url'),
  )
  expect(served.every((each) => /^[0-9a-f]{12}$/.test(each))).toBe(true)
  for (const { id } of rest) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})
