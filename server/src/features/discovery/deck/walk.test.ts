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

test.each(['', 'AA', '_w', 'not a cursor', 'EwAAAAAAAAAAAAAAAAAAAAAAAA', undefined])(
  'an invalid cursor (%s) starts somewhere and breaks nothing',
  (cursor) => {
    const { served, rest } = readCursor(cursor)
    expect(served.every((each) => /^[0-9a-f]{12}$/.test(each))).toBe(true)
    for (const { id } of rest) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  },
)
