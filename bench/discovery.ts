import { sql } from 'kysely'
import { fitsOf } from '../server/src/features/compatibility/service.ts'
import { activityOf, rank } from '../server/src/features/discovery/rules.ts'
import { fits, lookingAs } from '../server/src/features/people/service.ts'
import type { Viewer } from '../server/src/http/session.ts'
import { measure, ms } from './measure.ts'
import { signedIn } from './people.ts'
import { personId } from './population.ts'
import type { Bench } from './server.ts'
import type { Row } from './table.ts'

const CALLS = 40
const VIEWERS = 50
const MEAN_SHOWN = 10

/** The deck and the search of somebody in the metropolis who has made many thousand choices. */
export async function discoveryBench(bench: Bench): Promise<Row[]> {
  const heavy = await signedIn(bench, await numberInMetropolis(bench))
  const deck = await measure(CALLS, () => heavy.client.discover({ query: {} }))
  const exact = await measure(3, () => exactDeck(bench, heavy.id))
  const search = (query: object) => measure(CALLS, () => heavy.client.searchPeople({ query }))
  const list = await measure(CALLS, () => heavy.client.listPeople())
  const rows: Row[] = [
    {
      what: 'first page of the deck, 20,000 choices made',
      measured: `${ms(deck.median)}, p95 ${ms(deck.p95)}`,
      beside: `${ms(exact.median)} for the exact scan`,
      bar: `p95 at most 25 ms; ${Math.round(exact.median / deck.median)} times faster`,
      met: deck.p95 <= 25,
    },
    line('GET /auth/users', list, exact.median, 30),
  ]
  for (const [what, query] of [
    ['search without a filter', {}],
    ['search by a frequent word', { q: 'bread' }],
    ['search by a rare word', { q: 'axolotls' }],
    ['search by a word that nobody has', { q: 'zeppelins' }],
    ['search within 10 km, 25 to 35', { distance: '10', minAge: '25', maxAge: '35' }],
    ['search by interest and intention', { interests: 'bread', intention: 'friends' }],
  ] as const)
    rows.push(line(what, await search(query), exact.median, 30))
  return [...rows, await recall(bench)]
}

const line = (what: string, { median, p95 }: { median: number; p95: number }, exact: number, most: number): Row => ({
  what,
  measured: `${ms(median)}, p95 ${ms(p95)}`,
  beside: `${ms(exact)} for the exact scan`,
  bar: `p95 at most ${most} ms`,
  met: p95 <= most,
})

/** One of the ten who have chosen most, or as good as: somebody listed in the metropolis. */
async function numberInMetropolis({ db }: Bench): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select ('x' || right(account_id::text, 8))::bit(32)::int as n from listings where city = 'lisbon' order by account_id limit 1`.execute(
    db,
  )
  return rows[0]!.n
}

async function viewerOf({ db }: Bench, id: string): Promise<Viewer | undefined> {
  const { rows } = await sql<{ account: Viewer['account']; profile: Viewer['profile'] }>`
    select to_jsonb(a) as account, to_jsonb(p) as profile from accounts a join profiles p on p.account_id = a.id
    join listings l on l.account_id = a.id where a.id = ${id}`.execute(db)
  return rows[0] as Viewer | undefined
}

const context = ({ db }: Bench) =>
  ({ db, clock: { now: () => new Date() } }) as Parameters<typeof fitsOf>[0] & Parameters<typeof lookingAs>[0]

type Everyone = {
  account_id: string
  gave_likes: number
  gave: number
  got_likes: number
  got: number
  shown: number
  last_active_at: string
  show_last_active: boolean
}

/** Everybody who fits, and the twenty best of them by the product's own rank. */
async function exactDeck(bench: Bench, id: string) {
  const viewer = (await viewerOf(bench, id))!
  const { rows } = await sql<Everyone>`
    select l.account_id, s.gave_likes, s.gave, s.got_likes, s.got, s.shown, a.last_active_at, a.show_last_active from listings l
    join standings s on s.account_id = l.account_id join accounts a on a.id = l.account_id
    where ${fits(lookingAs(context(bench), viewer), new Date().toISOString().slice(0, 10))}`.execute(bench.db)
  const own = (await bench.db.selectFrom('standings').selectAll().where('account_id', '=', id).executeTakeFirst())!
  const scores = await fitsOf(
    context(bench),
    id,
    rows.map(({ account_id }) => account_id),
  )
  const standing = (row: Omit<Everyone, 'account_id' | 'last_active_at' | 'show_last_active'>) => ({
    gaveLikes: row.gave_likes,
    gave: row.gave,
    gotLikes: row.got_likes,
    got: row.got,
    shown: row.shown,
  })
  const ranks = new Map(
    rows.map((row) => [
      row.account_id,
      rank(
        standing(own),
        {
          ...standing(row),
          id: row.account_id,
          activity: activityOf(new Date(row.last_active_at), row.show_last_active, new Date()),
          compatibility: scores.get(row.account_id)?.score.score ?? null,
        },
        MEAN_SHOWN,
      ),
    ]),
  )
  return ranks
}

/** How much of the summed rank of the exact twenty the deck's twenty have; the people who like the viewer do not count. */
async function recall(bench: Bench): Promise<Row> {
  const shares: number[] = []
  for (let at = 1; shares.length < VIEWERS && at < VIEWERS * 3; at++) {
    const n = 1 + ((at * 7919) % bench.people)
    if (!(await viewerOf(bench, personId(n)))) continue
    const { id, client } = await signedIn(bench, n)
    const { rows: likers } = await sql<{
      id: string
    }>`select chooser_id as id from choices where chosen_id = ${id} and action <> 'pass'`.execute(bench.db)
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
