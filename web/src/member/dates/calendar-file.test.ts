import { expect, test } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const entry = { id: 'x-1', title: 'Date with Zoë', place: 'Café', startsAt: '2026-11-21T19:30:00.000Z' }
const now = new Date('2026-11-20T08:00:00.123Z')

test('a date is a calendar entry of two hours in universal time', () => {
  const lines = calendarFile(entry, now).split('\r\n')
  for (const line of [
    'DTSTART:20261121T193000Z',
    'DTEND:20261121T213000Z',
    'DTSTAMP:20261120T080000Z',
    'LOCATION:Café',
  ])
    expect(lines).toContain(line)
  expect(lines[0]).toBe('BEGIN:VCALENDAR')
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
})

test('members’ text can’t add lines or fields', () => {
  const text = calendarFile({ ...entry, place: 'Bar; one, two\\\r\nEND:VEVENT' }, now)
  expect(text).toContain(String.raw`LOCATION:Bar\; one\, two\\\nEND:VEVENT`)
  expect(text.match(/^END:VEVENT/gm)).toHaveLength(1)
})

test('long lines are folded without cutting a letter in two', () => {
  const place = '🌳é'.repeat(60)
  const text = calendarFile({ ...entry, place }, now)
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n ', '')).toContain(`LOCATION:${place}`)
})
