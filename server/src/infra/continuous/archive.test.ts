import { expect, test } from 'vitest'
import { neededSince } from './archive.ts'
import { segmentName } from './log-files.ts'
import { fromLsn, toLsn } from './replication.ts'

test('a copy is kept until a newer one covers all of the time that is kept', () => {
  const days = ['2026-11-01', '2026-11-02', '2026-11-03'].map((day) => ({ ready: `${day}T12:00:00Z` }))
  const kept = (since: string) => neededSince(days, new Date(since)).map(({ ready }) => ready.slice(8, 10))
  expect(kept('2026-10-01T00:00:00Z')).toEqual(['01', '02', '03'])
  expect(kept('2026-11-02T11:59:59Z')).toEqual(['01', '02', '03'])
  expect(kept('2026-11-02T12:00:00Z')).toEqual(['02', '03'])
  expect(kept('2026-12-01T00:00:00Z')).toEqual(['03'])
})

test('positions in the log and the names of its files are those of PostgreSQL', () => {
  expect(fromLsn(toLsn('1A/FF000028'))).toBe('1A/FF000028')
  expect(segmentName(1, toLsn('0/3000120'))).toBe('000000010000000000000003')
  expect(segmentName(2, toLsn('1A/FF000028'))).toBe('000000020000001A000000FF')
})
