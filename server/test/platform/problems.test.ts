import { api, isForStaff, type Problem, type Route } from '@kindred/contract'
import { expect, test } from 'vitest'
import { toJSONSchema } from 'zod'
import type { ZodMiniType } from 'zod/mini'
import { parsePart, type Parsed } from '../../src/http/problems.ts'
import { write } from '../../src/infra/language/write.ts'
import { NIL_UUID, urlOf } from '../addresses.ts'
import { startWorld, type World } from '../world.ts'

type Shape = { properties?: object; anyOf?: Shape[]; oneOf?: Shape[] }
type Refusal = { message: string; errors?: Problem[] }

const keysIn = ({ properties, anyOf = [], oneOf = [] }: Shape): string[] => [
  ...new Set([...Object.keys(properties ?? {}), ...[...anyOf, ...oneOf].flatMap(keysIn)]),
]
const keysOf = (schema: ZodMiniType | undefined): string[] =>
  schema ? keysIn(toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape) : []

/** The contract's own message for a value: a sentence for people, shown at its field. */
const ownWords = [
  /^This field is required\.$/,
  /^Please enter an email address\.$/,
  /^Please enter a date as YYYY-MM-DD\.$/,
  /^This field isn’t accepted here\.$/,
  /^At (most|least) [\d,.]+( \w+)?\.$/,
  /^Enter [\d,.]+( cm)? or (more|less)\.$/,
  /^Add up to [\d,]+\.$/,
  /^Use a whole number\.$/,
  /^Use a month or a day\.$/,
  /^This isn’t a valid ID\.$/,
  /^Use (text|null|true or false|an? \w+|a whole number|a different type|a single value, not a list)\.$/,
  /^Use (one of )?\S[^.]*\.( Or: Use .*)*$/,
  /^At (most|least) [\d,.]+ \w+\.$/,
  /^The name of an entry: /,
  /^This has the wrong format\.$/,
  /^Use up to 20 lowercase letters, digits and hyphens\.$/,
  /^Accept at least one answer\.$/,
  /^(Add|Choose) at least one\.$/,
  /^A fingerprint has 16 digits from 0 to 9 and a to f\.$/,
  /^This isn’t a photo\.$/,
  /^This isn’t a date\.$/,
  /^This isn’t a time zone\.$/,
]
const zodsWords = /invalid|unrecognized|expected|too (big|small)/i

const wrongValues = [7, 'no such thing', { surprise: 1 }, [], ['a', 'b'], null, true]

type Part = { name: 'query' | 'body'; schema: ZodMiniType; tries: unknown[] }

/** Each part of a request with invalid values, and always an unknown key, so that no request succeeds. */
const partsOf = ({ query, body }: Route): Part[] => [
  ...(query ? [{ name: 'query' as const, schema: query, tries: keysOf(query).flatMap(wrongQueries) }] : []),
  ...(body
    ? [{ name: 'body' as const, schema: body, tries: [...keysOf(body).flatMap(wrongBodies), ...noBodies] }]
    : []),
]
const wrongQueries = (key: string) =>
  ['no such thing', '-1', ['a', 'b']].map((value) => ({ [key]: value, unknown: '1' }))
const wrongBodies = (key: string) => wrongValues.map((value) => ({ [key]: value, unknown: 1 }))
const noBodies = [{ unknown: 1 }, [], null]

const inEnglish = ({ message, errors }: Extract<Parsed, { ok: false }>): Refusal => ({
  message: write('en', message),
  errors: errors.map(({ path, msg }) => ({ path, msg: write('en', msg) })),
})

/** The server's own parser's message for each invalid value by itself. */
const readAlone = (route: Route): [sent: string, Refusal][] =>
  partsOf(route).flatMap(({ name, schema, tries }) =>
    tries.flatMap((sent): [string, Refusal][] => {
      const found = parsePart(schema, sent, name)
      return found.ok ? [] : [[JSON.stringify(sent), inEnglish(found)]]
    }),
  )

/** The server's response to all invalid values of a route at once. */
async function tryTogether(world: World, route: Route, token: string): Promise<[sent: string, Refusal][]> {
  const path = urlOf(route, route.path.startsWith('/questions/') ? 'some-question' : NIL_UUID)
  const all = partsOf(route)
    .find(({ name }) => name === 'body')
    ?.tries.filter((each) => each && !Array.isArray(each))
  const bodies = all ? [...noBodies, Object.assign({}, ...all) as unknown].map((body) => JSON.stringify(body)) : []
  const query = keysOf(route.query).map((key) => `${key}=a&${key}=b`)
  const tries = [
    ...(query.length > 0 ? [{ query: `?${query.join('&')}`, body: undefined }] : []),
    ...bodies.map((body) => ({ query: '', body })),
  ]
  const answers = tries.map(async ({ query, body }): Promise<[string, Refusal][]> => {
    const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
    const init = { method: route.method, headers, ...(body ? { body } : {}) }
    const answer = await world.request(path + query, init)
    return answer.status === 400 ? [[query + (body ?? ''), (await answer.json()) as Refusal]] : []
  })
  return (await Promise.all(answers)).flat()
}

test('a refusal of any invalid value names the field and what it accepts', async () => {
  const world = await startWorld()
  const [dater, ines] = [await world.dater(), await world.administrator()]
  const wrong: string[] = []
  const counts = { alone: 0, together: 0 }
  // Signing out succeeds with any input.
  for (const [name, route] of (Object.entries(api) as [string, Route][]).filter(([each]) => each !== 'logout')) {
    const { token } = isForStaff(route.access) ? ines : dater
    const [alone, together] = [readAlone(route), await tryTogether(world, route, token)]
    counts.alone += alone.length
    counts.together += together.length
    for (const [sent, { message, errors = [] }] of [...alone, ...together]) {
      const vague = errors.filter(({ msg }) => !ownWords.some((each) => each.test(msg)))
      const zods = [message, ...errors.map(({ msg }) => msg)].filter((text) => zodsWords.test(text))
      if (vague.length > 0 || zods.length > 0) wrong.push(`${name} ${sent}: ${message} ${JSON.stringify(errors)}`)
    }
  }
  expect(counts.alone).toBeGreaterThan(900)
  expect(counts.together).toBeGreaterThan(100)
  expect(wrong).toEqual([])
}, 120_000)

test('a refusal says in words what would be accepted', async () => {
  const world = await startWorld()
  const [{ token }, ines] = [await world.dater(), await world.administrator()]
  const refusal = async (method: string, path: string, body?: unknown, by = token) => {
    const answer = await world.request(`/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { message, errors } = (await answer.json()) as Refusal
    return [message, ...(errors ?? []).map(({ path: at, msg }) => `${at}|${msg}`)]
  }
  const statuses = 'Use one of pending, in_progress, resolved, closed, rejected.'
  expect(await refusal('GET', '/reports/my-reports?status=open')).toEqual([`status: ${statuses}`, `status|${statuses}`])
  expect(await refusal('GET', '/auth/users?limit=101')).toEqual([
    'limit: Enter 100 or less.',
    'limit|Enter 100 or less.',
  ])
  expect(await refusal('GET', '/auth/users?limit=1&limit=2')).toEqual([
    'limit: Use a single value, not a list.',
    'limit|Use a single value, not a list.',
  ])
  expect(await refusal('POST', '/reports/create-reports', { problem_type: 'Other', description: 5 })).toEqual([
    'description: Use text.',
    'description|Use text.',
  ])
  expect(await refusal('POST', '/auth/login', { email: 'a@b.example' })).toEqual([
    'password: This field is required.',
    'password|This field is required.',
  ])
  expect(await refusal('POST', '/auth/login', { email: 'a', password: 'b', remember: true })).toEqual([
    'remember: This field isn’t accepted here.',
    'remember|This field isn’t accepted here.',
  ])
  expect(await refusal('POST', '/auth/login', [])).toEqual(['The body: Use an object.', '|Use an object.'])
  const about = 'Use one of users, reports.'
  expect(await refusal('POST', '/admin/batches', { about: 'cats' }, ines.token)).toEqual([
    `about: ${about}`,
    `about|${about}`,
  ])
  expect(
    await refusal('PUT', '/questions/some-question/answer', {
      answer: 0,
      accepted: [0],
      importance: 'very',
      shown: true,
    }),
  ).toEqual([expect.stringMatching(/^importance: Use one of [\d, ]+\.$/), expect.stringContaining('importance|')])
  expect(await refusal('PUT', '/profile/fields', { answers: { ['k'.repeat(50)]: null } })).toEqual([
    expect.stringMatching(/^answers\.k+: The name of an entry: Use up to 40 lowercase letters, digits and hyphens\.$/),
    expect.anything(),
  ])
})
