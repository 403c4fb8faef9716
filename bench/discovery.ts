import { inTurn, present } from './present.ts'
import { sql } from 'kysely'
import { scoreOf, type Known } from '../server/src/features/discovery/compatibility/rules.ts'
import { activityOf, rank } from '../server/src/features/discovery/deck/rules.ts'
import { NO_PLAN_CACHE, type Db } from '../server/src/infra/db/db.ts'
import { measure, ms, type Spread } from './measure.ts'
import { signedIn, type Member } from './people.ts'
import { personId } from './population.ts'
import type { Bench } from './server.ts'
import type { Add, Row } from './results.ts'

const CALLS = 40
const VIEWERS = 50
const MEAN_SHOWN = 10
const AS_LONG = 2

/** Who lives in the metropolis and has made many thousand choices. */
const heavyChoosers = async (bench: Bench): Promise<Member[]> =>
  Promise.all((await numbersInMetropolis(bench)).map((n) => signedIn(bench, n)))

/** Sequential, so that nobody is shown a thousand people without having chosen any of them. */
const firstPages = (heavies: readonly Member[]): Promise<Spread> =>
  measure(CALLS, (at) => inTurn(heavies, at).client.discover({ query: {} }))

export async function deckAmong(bench: Bench): Promise<Spread> {
  return firstPages(await heavyChoosers(bench))
}

/** The deck and the search of such people; `few` is how long a deck takes among ten thousand. */
export async function discoveryBench(bench: Bench, few: Spread, add: Add): Promise<void> {
  const heavies = await heavyChoosers(bench)
  const heavy = present(heavies[0])
  const deck = await firstPages(heavies)
  const exact = await measure(3, () => exactDeck(bench, heavy.id))
  const search = (query: object) => measure(CALLS, () => heavy.client.searchPeople({ query }))
  add({
    what: 'first page of the deck, 20,000 choices made',
    measured: `${ms(deck.median)}, p95 ${ms(deck.p95)}`,
    beside: `${ms(exact.median)} for the exact scan`,
    bar: `p95 at most 25 ms; ${Math.round(exact.median / deck.median)} times faster`,
    met: deck.p95 <= 25,
  })
  add({
    what: 'the same among 10,000 members',
    measured: `${ms(few.median)}, p95 ${ms(few.p95)}`,
    beside: `${ms(deck.median)} among ${bench.people.toLocaleString('en')}`,
    bar: `${(deck.median / few.median).toFixed(1)} times as long among all, at most ${AS_LONG}`,
    met: deck.median <= AS_LONG * few.median,
  })
  add(line('GET /auth/users', await measure(CALLS, () => heavy.client.listPeople()), exact.median, 30))
  for (const [what, query] of [
    ['search without a filter', {}],
    ['search by a frequent word', { q: 'bread' }],
    ['search by a rare word', { q: 'axolotls' }],
    ['search by a word that nobody has', { q: 'zeppelins' }],
    ['search within 10 km, 25 to 35', { distance: '10', minAge: '25', maxAge: '35' }],
    ['search by interest and intention', { interests: 'bread', intention: 'friends' }],
  ] as const)
    add(line(what, await search(query), exact.median, 30))
  add(await recall(bench))
}

const line = (what: string, { median, p95 }: { median: number; p95: number }, exact: number, most: number): Row => ({
  what,
  measured: `${ms(median)}, p95 ${ms(p95)}`,
  beside: `${ms(exact)} for the exact scan`,
  bar: `p95 at most ${most} ms`,
  met: p95 <= most,
})

/** The ten members with the most choices, of those listed in the metropolis. */
async function numbersInMetropolis({ db }: Bench): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select ('x' || right(account_id::text, 8))::bit(32)::int as n from listings
    where city = 'lisbon' and account_id <= ${personId(10)} order by account_id`.execute(db)
  if (rows.length === 0) throw new Error('None of the ten lives in the metropolis this time.')
  return rows.map(({ n }) => n)
}

const isListed = async ({ db }: Bench, id: string): Promise<boolean> =>
  (await db.selectFrom('listings').select('account_id').where('account_id', '=', id).executeTakeFirst()) !== undefined

type Everyone = {
  id: string
  gaveLikes: number
  gave: number
  gotLikes: number
  got: number
  shown: number
  last_active_at: Date | null
  show_last_active: boolean
}

/** All eligible people, by a second implementation of the eligibility rules that ignores speed. */
async function fitting(db: Db, id: string) {
  const v = await db
    .selectFrom('listings')
    .selectAll()
    .select(sql<number>`extract(year from age(current_date, born))::int`.as('age'))
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow()
  const viewerPlace = sql`${v.x}::float8, ${v.y}::float8, ${v.z}::float8, ${v.level}::smallint`
  const away = sql`distance_bucket(${viewerPlace}, l.x, l.y, l.z, l.level)`
  const [basics, filters] = [sql`${JSON.stringify(v.basics)}::jsonb`, sql`${JSON.stringify(v.filters)}::jsonb`]
  return sql<Everyone>`${NO_PLAN_CACHE}
    select l.account_id as id, s.gave_likes as "gaveLikes", s.gave, s.got_likes as "gotLikes", s.got, s.shown,
      a.last_active_at, a.show_last_active
    from listings l join standings s on s.account_id = l.account_id join accounts a on a.id = l.account_id
    where l.account_id <> ${id}
      and (l.gender = any(${v.wants}) or l.gender_group = any(${v.wants}))
      and (${v.gender} = any(l.wants) or ${v.gender_group} = any(l.wants))
      and extract(year from age(current_date, l.born)) between ${v.age_min} and ${v.age_max}
      and ${v.age} between l.age_min and l.age_max
      and (${v.reach}::int is null or ${away} <= ${v.reach}::int) and (l.reach is null or ${away} <= l.reach)
      and meets(${filters}, l.basics, l.intention, l.photo_checked)
      and meets(l.filters, ${basics}, ${v.intention}, ${v.photo_checked})
      and (not l.incognito or l.account_id in (
        select chooser_id from choices where chosen_id = ${id} and action <> 'pass'))
      and l.account_id not in (select chosen_id from choices where chooser_id = ${id})
      and l.account_id not in (
        select case when a_id = ${id} then b_id else a_id end from matches where ${id} in (a_id, b_id))
      and l.account_id not in (select blocked_id from blocks where blocker_id = ${id})
      and l.account_id not in (select blocker_id from blocks where blocked_id = ${id})`.execute(db)
}

/** The answers that a score needs from each of them. */
async function knownOf(db: Db, ids: readonly string[]): Promise<Map<string, Known>> {
  const { rows } = await sql<Omit<Known, 'answers'> & { id: string; answers: Known['answers'] }>`
    select p.account_id as id, p.intention, p.interests, p.basics, coalesce((select jsonb_object_agg(question_id,
      jsonb_build_array(answer, accepted, importance))
      from answers where account_id = p.account_id and not skipped and shown), '{}') as answers
    from profiles p where p.account_id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...said }) => [id, said]))
}

/** The rank of everyone eligible, with the product's own parameters. */
async function exactDeck({ db }: Bench, id: string): Promise<Map<string, number>> {
  const { rows } = await fitting(db, id)
  const own = await db.selectFrom('standings').selectAll().where('account_id', '=', id).executeTakeFirstOrThrow()
  const known = await knownOf(db, [id, ...rows.map((row) => row.id)])
  const me = { gaveLikes: own.gave_likes, gave: own.gave, gotLikes: own.got_likes, got: own.got, shown: own.shown }
  return new Map(
    rows.map((row) => {
      const activity = activityOf(row.last_active_at, row.show_last_active, new Date())
      const compatibility = scoreOf(present(known.get(id)), present(known.get(row.id)))?.score ?? null
      return [row.id, rank(me, { ...row, activity, compatibility }, MEAN_SHOWN)]
    }),
  )
}

/**
 * The summed rank of the deck's 20 people as a share of the summed rank of the exact 20. People who like the viewer
 * do not count.
 */
async function recall(bench: Bench): Promise<Row> {
  const shares: number[] = []
  for (let at = 1; shares.length < VIEWERS && at < VIEWERS * 3; at++) {
    const n = 1 + ((at * 7919) % bench.people)
    if (!(await isListed(bench, personId(n)))) continue
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
