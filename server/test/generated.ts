import { pathOf, type Route } from '@kindred/contract'
import { toJSONSchema } from 'zod'
import type { ZodMiniType } from 'zod/mini'
import { PREFIX } from '../src/app.ts'

export type Random = () => number

/** A generator that returns the same numbers for the same seed on every machine (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const pick = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)]!

type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minimum?: number
  maximum?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: Schema | boolean
}

const read = new WeakMap<ZodMiniType, Schema>()
function schemaOf(schema: ZodMiniType): Schema {
  const known = read.get(schema)
  if (known) return known
  const made = toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  read.set(schema, made)
  return made
}

/** Values from the database, so that some requests refer to existing rows. */
export type Existing = { ids: string[]; publicIds: string[]; passwords: string[]; texts: string[] }

const hostileTexts = [
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '',
  ' ',
  '%00',
  "' or 1=1 --",
  '${7*7}',
  '../../etc/passwd',
  '\u202emoc.elpmaxe',
  '\u200b',
  'ﷺ'.repeat(200),
  'x'.repeat(5000),
  '🧡'.repeat(500),
  '=1+1',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x10',
  '99999999999999999999',
  'null',
  'true',
  '__proto__',
  'constructor',
  '0000-01-01',
  '2026-02-30',
  '294277-01-01',
  'infinity',
  'now',
  'Not/AZone',
  '+99:99',
]
const hostileNumbers = [-1, 0, 0.5, 1e300, -1e300, 2 ** 31, 2 ** 53, Number.MIN_VALUE, 18.5]
const others = [null, true, [], {}, [null], [['a']], { $gt: '' }, [{}], { length: 1 }]

/** Plausible texts for a field with this name. */
const likely: Record<string, readonly string[]> = {
  email: ['ada@people.example', 'nobody@people.example', 'ÄDA@people.example', 'x'],
  dateOfBirth: ['1990-02-28', '2012-01-01', '1890-01-01', '9999-12-31'],
  timeZone: [
    'UTC',
    'Europe/Lisbon',
    'Asia/Kathmandu',
    'utc',
    'EST5EDT',
    'Asia/Calcutta',
    'Etc/GMT+12',
    'US/Samoa',
    'GB',
  ],
  joined: ['2026', '2026-02', '2024-02-29', '0001-01', '9999-12', '9999-12-31'],
  until: ['2026-02', '2024-02-29', '0001-01-01', '9999-12-31'],
  from: ['2024-02-29', '2026-01-01T00:00:00Z', '0001-01-01T00:00+14:00', '9999-12-31T23:59:59.999999-14:59'],
  to: ['2024-02-29', '2030-01-01T00:00:00Z', '0001-01-01', '9999-12-31T23:59'],
  city: ['Lisbon', 'Porto', 'Nowhere', 'São Paulo'],
  gender: ['woman', 'man', 'non-binary', 'not-specified', 'other', 'woman,man', 'genderfluid'],
  endpoint: [
    'https://fcm.googleapis.com/fcm/send/x',
    'http://127.0.0.1/',
    'https://[::1',
    'https://fcm.googleapis.com/é',
  ],
  code: ['000000', '123456', 'ABCD-EFGH', 'hello'],
  cursor: ['AAAA', 'x', '_-_-', 'AAAAAAAAAAAAAAAA'],
  search: ['ada', '%', '_', "o'", 'a b c', '\\', 'ß'],
  q: ['ada', 'li', '%', '\\', 'a b'],
  clientId: ['client-id-1', 'client-id-2', 'client-id-3'],
}
const plain = [
  'a day by the sea',
  'Ada',
  'x',
  'ok',
  'It was twice, and then once more.',
  'Ñandú 你好',
  '42',
  '2026-01-01',
]

const wholeNumbers = ['0', '1', '2', '18', '20', '50', '100', '120', '1000', '999999999']

function textFor(random: Random, { pattern = '' }: Schema, name: string, existing: Existing): string {
  if (random() < 0.12) return pick(random, hostileTexts)
  if (pattern.includes('{8}(-')) return pick(random, existing.ids)
  if (pattern.includes('{32}')) return pick(random, existing.publicIds)
  if (pattern.includes('{1,9}')) return pick(random, wholeNumbers)
  if (/password/i.test(name)) return pick(random, existing.passwords)
  if (random() < 0.7 && likely[name]) return pick(random, likely[name])
  return random() < 0.2 ? pick(random, existing.texts) : pick(random, plain)
}

function numberFor(random: Random, { minimum = -100, maximum = 1000 }: Schema): number {
  if (random() < 0.1) return pick(random, hostileNumbers)
  const number = Math.max(minimum, -1e6) + random() * (Math.min(maximum, 1e6) - Math.max(minimum, -1e6))
  return random() < 0.9 ? Math.round(number) : number
}

function objectFor(random: Random, schema: Schema, existing: Existing): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const [name, each] of Object.entries(schema.properties ?? {})) {
    const wanted = schema.required?.includes(name) ? 0.98 : 0.4
    if (random() < wanted) made[name] = valueFor(random, each, name, existing)
  }
  if (!schema.properties && typeof schema.additionalProperties === 'object')
    for (let more = Math.floor(random() * 3); more > 0; more--)
      made[textFor(random, {}, '', existing)] = valueFor(random, schema.additionalProperties, '', existing)
  if (random() < 0.02) made[pick(random, hostileTexts)] = 1
  return made
}

/** A value that is mostly valid for the schema, and occasionally has another type. */
export function valueFor(random: Random, schema: Schema, name: string, existing: Existing): unknown {
  if (random() < 0.03) return random() < 0.5 ? pick(random, hostileTexts) : pick(random, others)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return valueFor(random, pick(random, options), name, existing)
  if (schema.enum) return pick(random, schema.enum)
  if ('const' in schema) return schema.const
  if (schema.type === 'string') return textFor(random, schema, name, existing)
  if (schema.type === 'number' || schema.type === 'integer') return numberFor(random, schema)
  if (schema.type === 'boolean') return random() < 0.5
  if (schema.type === 'null') return null
  if (schema.type === 'array')
    return Array.from({ length: Math.floor(random() * 4) }, () => valueFor(random, schema.items ?? {}, name, existing))
  if (schema.type === 'object') return objectFor(random, schema, existing)
  return pick(random, [...others, ...plain])
}

const coded = (text: string): string => encodeURIComponent(text.toWellFormed())
const brokenPieces = ['%', '%00', '%ED%A0%80', '%2F', '..', 'x'.repeat(300), '%FF', '0']

function pathFor(random: Random, route: Route, existing: Existing): string {
  const { properties = {} } = route.params ? schemaOf(route.params) : {}
  return pathOf(route, PREFIX).replaceAll(/:(\w+)/g, (_, name: string) =>
    random() < 0.05
      ? pick(random, brokenPieces)
      : coded(String(valueFor(random, properties[name] ?? { type: 'string' }, name, existing))) || '-',
  )
}

function queryFor(random: Random, route: Route, existing: Existing): string {
  const made = route.query ? objectFor(random, schemaOf(route.query), existing) : random() < 0.02 ? { a: '1' } : {}
  const pairs = Object.entries(made).flatMap(([name, value]) =>
    [value]
      .flat()
      .map((each) => `${coded(name)}=${coded(typeof each === 'string' ? each : (JSON.stringify(each) ?? ''))}`),
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

export type Generated = { method: Route['method']; url: string; headers: Record<string, string>; body?: string }

const versions = ['0', '1', '2', 'x', '-1', '99999999999999999999', '"1"', '*']
const notJson = [
  '{',
  'null',
  '[]',
  '"text"',
  '{"a":1,"a":2}',
  '[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]',
  '{"__proto__":{}}',
]

/** A form whose file is not a picture, or a body that is not a form. */
const uploads = [
  [
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nPNG\r\n--x--\r\n',
  ],
  ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="other"\r\n\r\n1\r\n--x--\r\n'],
  ['multipart/form-data; boundary=x', '--x'],
  ['multipart/form-data', 'x'],
  ['application/json', '{}'],
] as const

export function requestFor(random: Random, route: Route, existing: Existing): Generated {
  const url = pathFor(random, route, existing) + queryFor(random, route, existing)
  const headers: Record<string, string> = random() < 0.08 ? { 'if-match': pick(random, versions) } : {}
  if (route.forReason && random() < 0.5) headers['x-reason'] = 'A yearly count.'
  if (route.upload) {
    const [type, body] = pick(random, uploads)
    return { method: route.method, url, headers: { ...headers, 'content-type': type }, body }
  }
  if (!route.body || route.method === 'GET') return { method: route.method, url, headers }
  const given =
    random() < 0.04 ? pick(random, notJson) : JSON.stringify(valueFor(random, schemaOf(route.body), '', existing))
  return { method: route.method, url, headers: { ...headers, 'content-type': 'application/json' }, body: given ?? '' }
}
