import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api, type Route } from './index.ts'
import * as kinds from './text.ts'

type Schema = z.core.$ZodType
type Inner = Record<string, unknown>
type Leaf = { path: string; schema: Schema }

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value

/** Yields every schema inside a schema. A pipe counts as one, because all of it decides what is accepted. */
function* leavesOf(schema: Schema, path: string): Generator<Leaf> {
  const { def } = schema._zod
  const { checks: _, ...parts } = def as unknown as Inner
  const inner = def.type === 'pipe' ? [] : Object.values(parts).flat().filter(isSchema)
  const shape = Object.entries((def as unknown as { shape?: Record<string, Schema> }).shape ?? {})
  if (inner.length === 0 && shape.length === 0) return yield { path, schema }
  for (const [key, each] of shape) yield* leavesOf(each, `${path}.${key}`)
  for (const each of inner) yield* leavesOf(each, path)
}

const leaves = (Object.entries(api) as [string, Route][]).flatMap(([name, route]) =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    route[part] ? [...leavesOf(route[part], `${name} ${part}`)] : [],
  ),
)

/** Input that is never stored as text: it is hashed, or compared by a key that invalid input lacks. */
const neverWritten = new Set<Schema>([kinds.secretText, kinds.claimedEmail])
/** Input that the server ignores: sign-out bodies, an upload's own metadata, and a reporter's priority. */
const neverRead =
  /^logout body$|imagesData?\.(url|name|size|mimeType)$|imageData\.(url|name|size|mimeType)$|^createReport body\.(priority|status)$/

/** Lists the fields that accept a value unchanged, rather than refuse or reinterpret it. */
const accepts = (value: unknown, but: (leaf: Leaf) => boolean) =>
  leaves
    .filter((leaf) => !but(leaf))
    .filter(({ schema }) => {
      const { success, data } = z.safeParse(schema, value)
      return success && data === value
    })
    .map(({ path }) => path)

const isExempt = ({ path, schema }: Leaf) => neverWritten.has(schema) || neverRead.test(path)

test("no call accepts text that PostgreSQL can't store", () => {
  expect(leaves.length).toBeGreaterThan(100)
  for (const text of ['\0', 'a day by the sea\0', '\ud800', 'a day by the sea\udfff'])
    expect(accepts(text, isExempt)).toEqual([])
})

test('no call accepts a number that fits no column, or a fraction where only integers fit', () => {
  const isPosition = ({ path }: Leaf) => /\.(latitude|longitude)$/.test(path)
  for (const number of [1e300, -1e300, 2 ** 31, -(2 ** 31) - 1]) expect(accepts(number, isExempt)).toEqual([])
  for (const number of [0.5, 1.5, 18.5, 150.5])
    expect(accepts(number, (leaf) => isExempt(leaf) || isPosition(leaf))).toEqual([])
})

test('days, periods, instants and time zones must exist', () => {
  const isOf = (kind: Schema, value: string) => z.safeParse(kind, value).success
  for (const day of ['2024-02-29', '0001-01-01', '9999-12-31']) expect(isOf(kinds.dayText, day)).toBe(true)
  for (const day of ['2023-02-29', '0000-01-01', '+02024-01-01', '2024-1-1'])
    for (const kind of [kinds.dayText, kinds.periodText, kinds.instantText])
      expect([day, isOf(kind, day)]).toEqual([day, false])
  expect(['2024-02', '2024-13', '0000-01'].map((each) => isOf(kinds.periodText, each))).toEqual([true, false, false])
  for (const at of ['2024-02-29T00:00', '2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59+05:45'])
    expect([at, isOf(kinds.instantText, at)]).toEqual([at, true])
  for (const at of ['2024-02-29 10:00', '2024-02-29T24:00', '2024-02-29T10:00+23:00', '2024-02-29T10', 'foo 1', '1'])
    expect([at, isOf(kinds.instantText, at)]).toEqual([at, false])
  for (const zone of ['UTC', 'Europe/Lisbon', 'Asia/Calcutta', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires'])
    expect([zone, isOf(kinds.timeZoneText, zone)]).toEqual([zone, true])
  for (const zone of ['Not/AZone', '+02:00', '', 'UTC\0', 'Etc/Unknown'])
    expect([zone, isOf(kinds.timeZoneText, zone)]).toEqual([zone, false])
})

test.each([
  'Zoë',
  'Mary Ann',
  "Siân O'Neill-García",
  'D’Artagnan',
  'Ngọc Ánh',
  '王小明',
  'श्रीदेवी',
  'ශ්‍රීමාලි',
  'نوش‌آفرین',
  'ליאור',
  'A',
])('%s is a valid name', (name) => {
  expect(kinds.nameText.safeParse(name).success).toBe(true)
})

test.each([
  'https://casino.example',
  'casino.example',
  'Ada 2',
  'eda\u202eadA',
  '\u200b\u2060',
  'A\u200bda',
  'Ada\u200d',
  '-',
  "'",
  `A${'\u0301'.repeat(8)}b`,
  'Ada <b>',
  '=SUM(A1)',
  '🦊',
  'Ada\nEve',
])('%j is not a valid name', (name) => {
  expect(kinds.nameText.safeParse(name).success).toBe(false)
})

test.each([
  ['Look \u202ehttps://evil.example/moc.knab', 'Look https://evil.example/moc.knab'],
  ['wha\u2069ts\u00adapp', 'whatsapp'],
  [`z${'\u0301'.repeat(300)}!`, `\u017a${'\u0301'.repeat(8)}!`],
  ['שלום \u200f(x)', 'שלום \u200f(x)'],
  ['می\u200cروم 👩‍🚀', 'می\u200cروم 👩‍🚀'],
])('%j is kept without what hides or overlaps', (written, kept) => {
  expect(kinds.text(1, 500).parse(written)).toBe(kept)
})

test.each(['\u200f', '\u2066\u2069', '\u200b\u200b', '\u3164', '\u2800', '\u2800 \n\ufe0f', '\u200f'.repeat(14)])(
  '%j is empty',
  (written) => {
    expect(kinds.text(1, 500).safeParse(written).success).toBe(false)
    expect(kinds.text(0, 500).parse(written)).toBe('')
  },
)

test.each(['ada@corp.example', 'ada+tag@über-uns.example', 'ada@пример.рф', "o'neill@a.b-c.example"])(
  '%s is an email address',
  (email) => expect(kinds.emailText.safeParse(email).success).toBe(true),
)

test.each([
  'ada@corp.example/a.b',
  'ada@corp.example?.attack.example',
  'ada@corp.example#a.b',
  'ada@corp.example;a.b',
  'ada@corp.example,e.f',
  'ada@corp.example(a).b',
  'ada@corp.example:443',
  'ada@corp%2eexample.org',
  'ada@[127.0.0.1]',
  'ada@0x7f.1',
  'ada@א1a.example',
  'ada@corp',
])('%s isn’t an email address', (email) => expect(kinds.emailText.safeParse(email).success).toBe(false))
