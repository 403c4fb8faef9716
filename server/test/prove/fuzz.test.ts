import { api, errorsOf, errorStatus, isStream, type ErrorCode, type Route } from '@kindred/contract'
import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeAccessToken } from '../../src/infra/tokens.ts'
import { pick, randomFrom, requestFor, type Generated, type Existing } from '../generated.ts'
import type { Person } from '../people.ts'
import { present } from '../../../scripts/present.ts'
import { proof, proving, rounds } from '../proofs.ts'
import { startWorld, type World } from '../world.ts'

// Requests every route of the contract with valid and hostile input: no response is a server error or violates the
// contract. FUZZ_SEED repeats a run.

const CASES = rounds(2000, 100_000)
const AT_ONCE = 16
/** The number of cases after which all users are restored to a working state. */
const RESTORE_EVERY = 100

const seed = Number(process.env['FUZZ_SEED'] ?? (proving ? randomInt(2 ** 31) : 1994))
const routes = Object.entries(api) as [string, Route][]

/** Routes that hash a password take a hundred times longer, so they are requested less often. */
const isHeavy = ([, { body }]: [string, Route]) =>
  JSON.stringify(Object.keys((body as { shape?: object })?.shape ?? {})).match(/password/i)
const heavy = routes.filter(isHeavy)
const light = routes.filter((each) => !isHeavy(each))

type Actor = { name: string; accountId?: string; sessionId?: string; token?: string }

async function actorFor(name: string, { user, client }: Person): Promise<Actor> {
  const { sessions } = (await client.listSessions()).data
  return { name, accountId: user._id, sessionId: sessions.find(({ current }) => current)!._id }
}

const kinds = [
  'accounts',
  'matches',
  'messages',
  'reports',
  'saved_searches',
  'sessions',
  'notifications',
  'batches',
  'subscriptions',
  'invoices',
  'audit_log',
  'contacts',
  'photo_checks',
]
const withSome = async (world: World, column: string, tables: readonly string[]): Promise<string[]> => {
  const parts = tables.map((table) => `(select ${column}::text as value from ${table} order by 1 limit 12)`)
  const { rows } = await world.query(parts.join(' union all '))
  return (rows as { value: string }[]).map(({ value }) => value)
}

const readExisting = async (world: World, passwords: string[]): Promise<Existing> => ({
  ids: [...(await withSome(world, 'id', kinds)), '00000000-0000-4000-8000-000000000000'],
  publicIds: [...(await withSome(world, 'public_id', ['pictures'])), '0'.repeat(32)],
  passwords: [...passwords, 'harbour\0lemon', '12345678', 'x'],
  texts: ['some-question', 'long-term', 'woman', 'Lisbon'],
})

/** Restores users who were banned, demoted, signed out or deleted by an earlier case. */
async function heal(world: World, actors: readonly Actor[]): Promise<void> {
  const own = actors.flatMap(({ accountId }) => (accountId ? [`'${accountId}'`] : []))
  await world.query(
    `update accounts set state = 'active', email_verified_at = coalesce(email_verified_at, now()),
       is_admin = ${`id = '${actors.find(({ name }) => name === 'administrator')!.accountId}'`} where state <> 'erased' and id in (${own.join()})`,
  )
  for (const actor of actors) {
    if (!actor.sessionId) continue
    await world.query(
      `update sessions set ended_at = null, ends_at = now() + interval '1 hour', elevated_at = now() where id = '${actor.sessionId}'`,
    )
    actor.token = await makeAccessToken(world.deps.keys, actor.accountId!, actor.sessionId, present())
  }
}

type Answer = { status: number; type: string | null; body: unknown }

/** The problem with a response, if any. */
function wrongWith({ returns, ...route }: Route, { status, type, body }: Answer): string | undefined {
  if (status >= 500) return `status ${status}`
  if (status < 400) {
    if (status !== (route.status ?? 200)) return `status ${status}`
    if (isStream(returns)) return type === returns.stream ? undefined : `the type ${type}`
    const read = returns.safeParse(body)
    return read.success ? undefined : `outside its schema: ${JSON.stringify(read.error.issues).slice(0, 300)}`
  }
  const { message, code, requestId, ...more } = (body ?? {}) as Record<string, unknown>
  if (typeof message !== 'string' || message === '' || typeof requestId !== 'string') return 'not our error body'
  if (Object.keys(more).some((key) => key !== 'errors' && key !== 'challenge')) return 'more than our error body'
  if (errorStatus[code as ErrorCode] !== status) return `status ${status} with the code ${String(code)}`
  // A malformed URL matches no route.
  const allowed: readonly string[] = [...errorsOf({ returns, ...route }), 'not_found']
  return allowed.includes(String(code)) ? undefined : `the code ${String(code)}, which its contract does not name`
}

async function send(world: World, { method, url, headers, body }: Generated, token?: string): Promise<Answer> {
  const authorization = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await world.request(url, {
    method,
    headers: { ...headers, ...authorization },
    ...(body === undefined ? {} : { body }),
  })
  const [status, type, text] = [answer.status, answer.headers.get('content-type'), await answer.text()]
  try {
    return { status, type, body: text ? JSON.parse(text) : undefined }
  } catch {
    return { status, type, body: `no JSON: ${text.slice(0, 100)}` }
  }
}

async function prepareWorld(world: World): Promise<{ actors: Actor[]; passwords: string[] }> {
  const [ada, ben, eve] = [
    await world.dater(),
    await world.dater({ firstName: 'Ben' }),
    await world.dater({ firstName: 'Eve' }),
  ]
  const [ines, kai] = [await world.administrator(), await world.administrator()]
  const id = await world.matched(ada, ben)
  await ben.client.sendMessage({ params: { id }, body: { clientId: 'client-id-0', text: 'Hello there' } })
  await eve.client.choose({ body: { userId: ada.user._id, action: 'superlike' } })
  await ada.client.saveSearch({ body: { name: 'Mine', query: { q: 'sea' } } })
  await ada.client.createReport({ body: { problem_type: 'Other', description: 'Something is odd here.' } })
  await world.picture(ada, 1)
  return {
    actors: [{ name: 'visitor' }, await actorFor('member', ada), await actorFor('administrator', ines)],
    passwords: [ada.password, kai.email],
  }
}

async function fuzz(world: World, from: number, to: number) {
  const failures = new Map<string, string>()
  const answered = new Map<number, number>()
  const { actors, passwords } = await prepareWorld(world)
  let existing = await readExisting(world, passwords)
  const one = async (index: number) => {
    const random = randomFrom(seed + index)
    const [name, route] = pick(random, random() < 0.01 ? heavy : light)
    const actor = actors[random() < 0.1 ? 0 : random() < 0.6 ? 1 : 2]!
    const request = requestFor(random, route, existing)
    const answer = await send(world, request, actor.token)
    answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1)
    const wrong = wrongWith(route, answer)
    if (!wrong) return
    const summary = `${request.method} ${request.url} ${request.body ?? ''}`.slice(0, 400)
    const key = `${name}: ${wrong}`
    if (!failures.has(key)) failures.set(key, `FUZZ_SEED=${seed} case ${index} as ${actor.name}: ${summary}`)
  }
  for (let at = from; at < to; at += RESTORE_EVERY) {
    await heal(world, actors)
    existing = await readExisting(world, passwords)
    let next = at
    const end = Math.min(at + RESTORE_EVERY, to)
    const work = async () => {
      while (next < end) await one(next++)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }
  return { failures, answered }
}

/** The number of responses by status, because a run of refusals would prove nothing. */
const shares = (answered: ReadonlyMap<number, number>) =>
  [...answered]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')

test.each([
  ['with answers checked as in tests', true, 0],
  ['with answers serialized as in production', false, 1],
])(
  'random requests of every role get answers within the contract (%s)',
  async (_how, strict, half) => {
    const world = await startWorld({ strict, eavesdrop: false, env: { LOG_LEVEL: 'error' } })
    const { failures, answered } = await fuzz(world, (CASES / 2) * half, (CASES / 2) * (half + 1))
    expect([...failures].map(([what, how]) => `${what}\n  ${how}`)).toEqual([])
    proof(
      `${CASES / 2} generated requests to ${routes.length} calls (seed ${seed}), ${shares(answered)}: no 5xx, no answer outside its schema`,
    )
  },
  Math.max(300_000, CASES * 20),
)
