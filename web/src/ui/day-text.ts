import { withLatinDigits } from './digits.ts'

// Dates that people type, in the order of their language.

type Part = 'day' | 'month' | 'year'
export type DayOrder = { parts: readonly Part[]; separator: string }

const sizes: Record<Part, number> = { day: 2, month: 2, year: 4 }
const isPart = (type: string): type is Part => type in sizes

export function dayOrderIn(locales: string | string[]): DayOrder {
  const all = new Intl.DateTimeFormat(locales, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).formatToParts(new Date(Date.UTC(1994, 4, 17)))
  const literal = all.find(({ type }) => type === 'literal')?.value ?? '/'
  return {
    parts: all.flatMap(({ type }) => (isPart(type) ? [type] : [])),
    separator: literal.replaceAll(/[^./-]/g, '') || '/',
  }
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/
export const isDay = (value: string): boolean => ISO.test(value)

/** The names of the parts in their order, such as “month/day/year”. */
export function dayPattern(locales: string | string[], { parts, separator }: DayOrder): string {
  const names = new Intl.DisplayNames(locales, { type: 'dateTimeField' })
  return parts.map((part) => names.of(part) ?? part).join(separator)
}

/** A day as typed. Any other text is returned unchanged. */
export function dayShown(value: string, { parts, separator }: DayOrder): string {
  const [, year = '', month = '', day = ''] = ISO.exec(value) ?? []
  const values = { day, month, year }
  return year ? parts.map((part) => values[part]).join(separator) : value
}

/** The groups of digits in a text. A full group and anything but a digit begin the next one. */
function groupsIn(text: string, parts: readonly Part[]): string[] {
  const groups = ['']
  for (const character of withLatinDigits(text)) {
    const current = groups.at(-1) ?? ''
    const part = parts[groups.length - 1]
    const isDigit = /\d/.test(character)
    if (isDigit && part && current.length < sizes[part]) groups[groups.length - 1] += character
    else if (current && groups.length < parts.length) groups.push(isDigit ? character : '')
  }
  return groups
}

function dayOf(groups: readonly string[], parts: readonly Part[]): string | undefined {
  const of = (part: Part) => groups[parts.indexOf(part)] ?? ''
  if (of('year').length !== 4 || !of('month') || !of('day')) return undefined
  const iso = `${of('year')}-${of('month').padStart(2, '0')}-${of('day').padStart(2, '0')}`
  const date = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined
}

/**
 * What a date field holds after an input event: a day (YYYY-MM-DD) once it is complete, and until then the text, with
 * separators after full groups. Browsers fill in the ISO form.
 */
export function typedDay(text: string, before: string, order: DayOrder): string {
  const { parts, separator } = order
  if (isDay(text)) return text
  const groups = groupsIn(text, parts)
  const day = dayOf(groups, parts)
  if (day) return day
  const isLonger = text.length > dayShown(before, order).length
  const [part, last = ''] = [parts[groups.length - 1], groups.at(-1)]
  const isFull = part !== undefined && groups.length < parts.length && last.length === sizes[part]
  return groups.join(separator) + (isLonger && isFull ? separator : '')
}
