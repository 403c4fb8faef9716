import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { openDb, openPool } from '../server/src/infra/db/db.ts'
import { type Call, ms, spread } from './measure.ts'
import type { Options, Section } from './options.ts'
import { type Member, signedIn } from './people.ts'
import { personId } from './population.ts'
import { inTurn } from './present.ts'
import type { Add } from './results.ts'
import type { Reaching } from './server.ts'
import { atEnd, started } from './started.ts'
import { likeCalls, messageCalls } from './writes.ts'

// Compares this tree with another commit: each fills a population of its own, and their servers answer by turns.

const ROUNDS = 3
const MOST = 1.05
const WRITES = 200
const WARM_UP = 20

/** Everyone whose deck is measured, at the same place, with the same gender and wishes. */
const PLACE = { city: 'Lisbon', country: 'Portugal' }
const HEAVY = 10
const USUAL = { from: 101, to: 140, most: 20 }
/** The last of the heavy choosers has passed the top of the deck. */
const PASSED = 8000

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** A folder with the commit and its dependencies, which `--keep` keeps. */
function folderOf(commit: string, keep: string | undefined): string {
  const sha = git('rev-parse', '--short', `${commit}^{commit}`)
  const folder = keep === undefined ? mkdtempSync(join(tmpdir(), 'kindred-against-')) : join(resolve(keep), sha)
  if (keep === undefined) atEnd(() => Promise.resolve(git('worktree', 'remove', '--force', folder)))
  if (existsSync(join(folder, 'node_modules'))) return folder
  git('worktree', 'add', '--force', '--detach', folder, sha)
  execFileSync('npm', ['ci'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return folder
}

type Side = Reaching & { name: string; deck: Record<'many' | 'usual', Call>; like: Call; message: Call }

async function openSide(name: string, folder: string, options: Options, port: number): Promise<Side> {
  const { people, choices, keep } = options
  const population = { people, choices, keep: keep && join(resolve(keep), `of ${name}`) }
  const side = started(
    fork(join(import.meta.dirname, 'side.ts'), [JSON.stringify(population)], {
      cwd: folder,
      env: { ...process.env, BENCH_PORT: String(port) },
    }),
  )
  const [opened]: [Reaching & { databaseUrl: string }] = (await once(side, 'message')) as never
  const db = openDb(openPool(opened.databaseUrl, 4))
  atEnd(() => db.destroy())
  const reaching = { base: opened.base, db, people }
  const [heavy, usual] = [await choosers(reaching), await usualMembers(reaching)]
  console.log(`${name}: ${heavy.length} heavy choosers and ${usual.length} usual members`)
  const decksOf =
    (members: readonly Member[]): Call =>
    (n) =>
      inTurn(members, n).client.discover({ query: {} })
  return {
    ...reaching,
    name,
    deck: { many: decksOf(heavy), usual: decksOf(usual) },
    like: await likeCalls(reaching, ROUNDS * WRITES + WARM_UP),
    message: await messageCalls(reaching),
  }
}

async function placed(side: Reaching, n: number): Promise<Member> {
  const member = await signedIn(side, n)
  await member.client.editProfile({ body: { gender: 'woman', location: PLACE } })
  await member.client.setPreferences({ body: { ageMin: 18, ageMax: 120, distance: 50, interestedIn: ['man'] } })
  return member
}

async function choosers(side: Reaching): Promise<Member[]> {
  const members: Member[] = []
  for (let n = 1; n <= HEAVY; n++) members.push(await placed(side, n))
  const last = inTurn(members, HEAVY - 1)
  for (let passed = 0; passed < PASSED;) {
    const { people } = (await last.client.discover({ query: { limit: '100' } })).data
    for (const { user } of people) await last.client.choose({ body: { userId: user._id, action: 'pass' } })
    passed += people.length
    if (people.length === 0) break
  }
  return members
}

async function usualMembers(side: Reaching): Promise<Member[]> {
  const { rows } = await sql<{ n: number }>`
    select ('x' || right(account_id::text, 8))::bit(32)::int as n from listings
    where account_id between ${personId(USUAL.from)} and ${personId(USUAL.to)} order by account_id
    limit ${USUAL.most}`.execute(side.db)
  const members: Member[] = []
  for (const { n } of rows) members.push(await placed(side, n))
  return members
}

type Measured = { section: Section; what: string; calls: number; callOf: (side: Side) => Call }

/** The medians of one round. The two take turns call by call, and in beginning. */
async function round(sides: readonly [Side, Side], { calls, callOf }: Measured, first: number) {
  const times: [number[], number[]] = [[], []]
  for (let n = first; n < first + calls; n++)
    for (const at of n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const began = performance.now()
      await callOf(sides[at])(n)
      times[at].push(performance.now() - began)
    }
  return times.map((each) => spread(each).median) as [number, number]
}

async function compareCalls(sides: readonly [Side, Side], measured: Measured, add: Add): Promise<void> {
  const { what, calls } = measured
  await round(sides, { ...measured, calls: WARM_UP }, 0)
  const rounds: [number, number][] = []
  for (let at = 0; at < ROUNDS; at++) rounds.push(await round(sides, measured, WARM_UP + at * calls))
  const ratios = rounds.map(([own, other]) => own / other).toSorted((a, b) => a - b)
  const [own, other] = [0, 1].map((side) => ms(spread(rounds.map((each) => each[side as 0 | 1])).median))
  const ratio = spread(ratios).median
  add({
    what,
    measured: `${own}`,
    beside: `${other} in ${sides[1].name}`,
    bar: `${ratio.toFixed(2)} × (${ratios.map((each) => each.toFixed(2)).join(', ')}), at most ${MOST} ×`,
    met: ratio <= MOST,
  })
}

export async function compare(options: Options, commit: string, add: Add): Promise<void> {
  const folder = folderOf(commit, options.keep)
  const own = await openSide('this tree', process.cwd(), options, 4871)
  const other = await openSide(git('rev-parse', '--short', commit), folder, options, 4870)
  const { calls, only } = options
  const all: Measured[] = [
    { section: 'deck', what: 'first page of the deck, many choices made', calls, callOf: ({ deck }) => deck.many },
    { section: 'deck', what: 'first page of the deck, usual members', calls, callOf: ({ deck }) => deck.usual },
    { section: 'likes', what: 'a like', calls: WRITES, callOf: ({ like }) => like },
    { section: 'messages', what: 'a message', calls: WRITES, callOf: ({ message }) => message },
  ]
  for (const measured of all.filter(({ section }) => only.includes(section)))
    await compareCalls([own, other], measured, add)
}
