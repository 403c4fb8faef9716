import { sql } from 'kysely'
import { exactDeck } from './exact.ts'
import { beside, timesRow, type Beside } from './floor.ts'
import { ms, spread, type Spread } from './measure.ts'
import { signedIn, type Member } from './people.ts'
import { personId } from './population.ts'
import { inTurn, present } from './present.ts'
import type { Row, Run } from './results.ts'
import type { Bench } from './server.ts'

const FEW_CALLS = 40
const MILLION = 1_000_000
const BAR = 25
const AS_LONG = 2
const FASTER = 30

export const heavyChoosers = async (bench: Bench): Promise<Member[]> =>
  Promise.all((await numbersInMetropolis(bench)).map((n) => signedIn(bench, n)))

/** Requests are sequential, so that no one has seen a thousand people without swiping any of them. */
const firstPages = (bench: Bench, heavies: readonly Member[], calls: number): Promise<Beside> =>
  beside(bench, calls, (at) => inTurn(heavies, at).client.discover({ query: {} }))

export const deckAmong = async (bench: Bench): Promise<Spread> =>
  (await firstPages(bench, await heavyChoosers(bench), FEW_CALLS)).times

export async function deckSection(run: Run): Promise<void> {
  const { bench, add, few, calls, viewers } = run
  const heavies = await heavyChoosers(bench)
  const deck = await firstPages(bench, heavies, calls)
  add(timesRow('first page of the deck, many choices made', BAR, run, { ...deck, kind: 'rows', at: 'p95' }))
  add(await besideExact(bench, deck.times, present(heavies[0]).id))
  if (few)
    add({
      what: 'the same among 10,000 members',
      measured: `${ms(few.median)}, p95 ${ms(few.p95)}`,
      beside: `${ms(deck.times.median)} among ${bench.people.toLocaleString('en')}`,
      bar: `${(deck.times.median / few.median).toFixed(1)} times as long among all, at most ${AS_LONG}`,
      met: deck.times.median <= AS_LONG * few.median,
    })
  add(await recall(bench, isMany(bench) ? Math.min(viewers, 5) : viewers))
}

/** With this many people, an exact scan takes a minute. */
const isMany = ({ people }: Bench): boolean => people > MILLION

/** With few people, a full scan is also fast, so the target applies only to a million. */
async function besideExact(bench: Bench, deck: Spread, id: string): Promise<Row> {
  const times: number[] = []
  for (let at = 0; at < (isMany(bench) ? 1 : 4); at++) {
    const began = performance.now()
    await exactDeck(bench, id)
    times.push(performance.now() - began)
  }
  const exact = spread(times).median
  const faster = exact / deck.median
  const isBar = bench.people >= MILLION
  return {
    what: 'the exact scan for the same',
    measured: ms(exact),
    beside: `${ms(deck.median)} for the deck`,
    bar: `${faster.toFixed(1)} times faster, ${isBar ? `at least ${FASTER}` : 'no bar below a million'}`,
    met: !isBar || faster >= FASTER,
  }
}

async function numbersInMetropolis({ db }: Bench): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select ('x' || right(account_id::text, 8))::bit(32)::int as n from listings
    where city = 'lisbon' and account_id <= ${personId(10)} order by account_id`.execute(db)
  if (rows.length === 0) throw new Error('None of the ten lives in the metropolis this time.')
  return rows.map(({ n }) => n)
}

const isListed = async ({ db }: Bench, id: string): Promise<boolean> =>
  (await db.selectFrom('listings').select('account_id').where('account_id', '=', id).executeTakeFirst()) !== undefined

/**
 * The summed rank of the deck's 20 people as a share of the summed rank of the exact 20. People who like the viewer are
 * excluded.
 */
async function recall(bench: Bench, viewers: number): Promise<Row> {
  const shares: number[] = []
  for (let at = 1; shares.length < viewers && at < viewers * 3; at++) {
    const n = 1 + ((at * 7919) % bench.people)
    if (!(await isListed(bench, personId(n)))) continue
    const { id, client } = await signedIn(bench, n)
    const { rows: likers } = await sql<{
      id: string
    }>`select chooser_id as id from likes_received where chosen_id = ${id}`.execute(bench.db)
    const known = new Set(likers.map((liker) => liker.id))
    const ranks = await exactDeck(bench, id)
    const shown = (await client.discover({ query: {} })).data.people
      .map(({ user }) => user._id)
      .filter((each) => !known.has(each))
    const best = [...ranks]
      .filter(([each]) => !known.has(each))
      .map(([, value]) => value)
      .toSorted((a, b) => b - a)
      .slice(0, shown.length)
    if (best.length === 0) continue
    const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)
    shares.push(sum(shown.map((each) => ranks.get(each) ?? 0)) / sum(best))
  }
  const mean = shares.reduce((all, share) => all + share, 0) / shares.length
  return {
    what: `the deck's people against the best there are, ${shares.length} viewers`,
    measured: `${(mean * 100).toFixed(1)} % of their summed rank`,
    beside: `the least ${(Math.min(...shares) * 100).toFixed(1)} %`,
    bar: 'at least 95 %',
    met: mean >= 0.95,
  }
}
