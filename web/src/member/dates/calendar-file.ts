// A date as a calendar file (RFC 5545). It is created on the device, so the place isn't sent anywhere again.

type Entry = { id: string; title: string; place: string; startsAt: string }

const HOURS = 2

const stamp = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`)

/** Lines have at most 75 bytes. Longer lines continue after a line break and a space. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  const size = (text: string) => new TextEncoder().encode(text).length
  for (const character of line) {
    if (size(part + character) > 74) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part].join('\r\n ')
}

export function calendarFile({ id, title, place, startsAt }: Entry, now: Date): string {
  const start = new Date(startsAt)
  const end = new Date(start.getTime() + HOURS * 3_600_000)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kindred//Dates//EN',
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(place)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    'TRIGGER:-PT2H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}
