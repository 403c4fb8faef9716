import { expect, test } from 'vitest'
import { isHeldOut } from '../../src/features/discovery/deck/ranking.ts'
import { readOutcomes } from '../../src/features/discovery/learning/queries.ts'
import { fitOutcomes } from '../../src/features/discovery/learning/fitting.ts'
import { numberedCrowd } from '../crowd.ts'
import { nameOf, type Person } from '../people.ts'
import { SECRET } from '../processes.ts'
import { cloneDatabase, startWorld, type World } from '../world.ts'

// Outcomes of matches are the last term of the ranking, behind a switch and compared with a holdout group.

const env = { TOKEN_SECRET: SECRET }

/** Weights that are steep enough to change the order of decks. */
const STEEP = '{"score": 0, "liked": -0.5, "readily": 0, "apart": -0.5}'

const deckOf = async (world: World, { token }: Person) =>
  (await world.client(token).discover({ query: {} })).data.people.map(({ user }) => user._id)

/** Viewers, one of whom is held out, and people who differ in how often they are liked. */
async function audience(world: World) {
  for (let nth = 0; nth < 12; nth++) {
    const { user } = await world.dater({ firstName: nameOf(nth, 'Ben') }, { gender: 'man' })
    await world.query(`update ranking_stats set got = 60, got_likes = ${nth % 2 ? 40 : 24 + nth}, gave = 30, gave_likes = 12
      where account_id = '${user._id}'`)
  }
  const isHeld = ({ user }: Person) => isHeldOut(world.deps.lastingKeys, user._id)
  const viewers = [await world.dater(), await world.dater()]
  while (!viewers.some(isHeld) || viewers.filter((each) => !isHeld(each)).length < 2) viewers.push(await world.dater())
  const chosen = [viewers.find(isHeld)!, ...viewers.filter((each) => !isHeld(each)).slice(0, 2)]
  for (const { client } of chosen) await client.setPreferences({ body: { interestedIn: ['man'] } })
  return { heldOut: chosen[0]!, others: chosen.slice(1) }
}

test('it is off until an administrator turns it on, and counts for all viewers but those held out', async () => {
  const database = await cloneDatabase()
  const before = await startWorld({ databaseUrl: database.url, env })
  const root = await before.administrator()
  const { heldOut, others } = await audience(before)
  const viewers = [heldOut, ...others]
  await before.query(`update order_outcomes set weights = '${STEEP}', matches = 1000`)
  const decks = async (world: World) => Promise.all(viewers.map((viewer) => deckOf(world, viewer)))
  const off = await decks(before)
  expect((await root.client.getOrder()).data.outcomes).toEqual({
    on: false,
    matches: 1000,
    since: null,
    comparison: null,
  })
  for (const { client } of [others[0]!, await before.staff('analyst')]) {
    await expect(client.setOrderOutcomes({ body: { on: true } })).rejects.toMatchObject({ status: 403 })
    await expect(client.getOrder()).rejects.toMatchObject({ status: 403 })
  }
  const switched = await Promise.all([1, 2].map(() => root.client.setOrderOutcomes({ body: { on: true } })))
  for (const { data } of switched) expect(data.outcomes).toMatchObject({ on: true, since: expect.any(String) })
  const reasons = async (world: World, viewer: Person, id: string) =>
    (await world.client(viewer.token).getOrderReasons({ params: { userId: id } })).data.reasons
  const told = await reasons(before, others[0]!, off[1]![0]!)
  await before.stop()
  // Another server has empty caches.
  const after = await startWorld({ databaseUrl: database.url, env })
  const on = await decks(after)
  expect(on[0]).toEqual(off[0])
  expect(on.slice(1)).not.toEqual(off.slice(1))
  expect(on.map((deck) => deck.toSorted())).toEqual(off.map((deck) => deck.toSorted()))
  expect(await reasons(after, others[0]!, off[1]![0]!)).toEqual(told)
  const again = after.client(root.token)
  expect(JSON.stringify((await again.getOrder()).data.outcomes)).not.toContain(heldOut.user._id)
  expect((await again.listAudit({ query: { action: 'order.changed' } })).data.entries).toHaveLength(1)
  expect((await again.setOrderOutcomes({ body: { on: false } })).data.outcomes).toMatchObject({
    on: false,
    since: null,
  })
  await after.stop()
  const off2 = await startWorld({ databaseUrl: database.url, env })
  expect(await decks(off2)).toEqual(off)
  await off2.stop()
  await database.drop()
})

const PEOPLE = 600

/** SQL for a person's number, taken from the end of the id. */
const number = (id: string) => `('x' || right(${id}::text, 4))::bit(16)::int`

/** Inserts people who swiped each other this many days ago, and some of whom matched. */
async function community(world: World, daysAgo: number): Promise<void> {
  await numberedCrowd(world, PEOPLE)
  await world.query(`
    insert into ranking_stats (account_id, gender_group, gave, gave_likes, got, got_likes)
    select id, 'woman', 80, 40, 80, 20 + ${number('id')} % 40 from accounts where email like '%@many.example'
    on conflict (account_id) do update set gender_group = excluded.gender_group, gave = 80, gave_likes = 40, got = 80,
      got_likes = excluded.got_likes`)
  await world.query(`
    insert into choices (chooser_id, chosen_id, action, at)
    select a.id, b.id, 'like', now() - interval '${daysAgo} days'
    from accounts a join accounts b on a.id <> b.id and abs(${number('a.id')} - ${number('b.id')}) <= 10
    where a.email like '%@many.example' and b.email like '%@many.example'`)
  await world.query(`
    insert into matches (id, a_id, b_id, created_at)
    select uuid_v7(now() - interval '${daysAgo} days'), a.id, b.id, now() - interval '${daysAgo} days'
    from accounts a join accounts b on a.id < b.id and ${number('b.id')} - ${number('a.id')} <= 10
    where a.email like '%@many.example' and b.email like '%@many.example' and abs(hashtext(a.id::text || b.id)) % 3 < 1`)
  await world.query(`
    insert into messages (match_id, seq, sender_id, client_id, text, created_at)
    select m.id, s.seq, case s.seq when 1 then m.a_id else m.b_id end, 'message ' || s.seq, 'Hello', m.created_at
    from matches m, generate_series(1, 2) s(seq) where s.seq = 1 or hashtext(m.id::text) % 2 = 0`)
}

test('it learns from settled matches, from each of them once, and only while it is on', async () => {
  const world = await startWorld()
  const root = await world.administrator()
  await community(world, 40)
  const count = Number((await world.query('select count(*) from matches')).rows[0].count)
  expect(count).toBeGreaterThan(1000)
  const state = () => readOutcomes(world.deps.db)
  await fitOutcomes(world.deps)
  expect(await state()).toMatchObject({ weights: null, matches: 0, comparison: null })
  await root.client.setOrderOutcomes({ body: { on: true } })
  await Promise.all([fitOutcomes(world.deps), fitOutcomes(world.deps)])
  const first = await state()
  expect(first).toMatchObject({ matches: count, is_on: true })
  expect(Object.keys(first.weights!).toSorted()).toEqual(['apart', 'liked', 'readily', 'score'])
  for (const weight of Object.values(first.weights!)) expect(Math.abs(weight)).toBeLessThanOrEqual(0.5)
  // Answers about matches that were already fitted change nothing.
  await world.query(`
    insert into date_answers (account_id, other_id, starts_at, met, again, answered_at)
    select a_id, b_id, now() - interval '2 days', true, true, now() from matches`)
  await fitOutcomes(world.deps)
  expect(await state()).toEqual(first)
  const { outcomes } = (await root.client.getOrder()).data
  expect(outcomes).toEqual({ on: true, matches: count, since: first.compared_from!.toISOString(), comparison: null })
})

test('matches that are younger than four weeks wait, and so do fewer than a thousand', async () => {
  const world = await startWorld()
  const root = await world.administrator()
  await community(world, 20)
  await root.client.setOrderOutcomes({ body: { on: true } })
  await fitOutcomes(world.deps)
  expect((await readOutcomes(world.deps.db)).weights).toBeNull()
  await world.query(`delete from matches where hashtext(id::text) % 2 = 0`)
  const written = (await world.query('select distinct match_id from messages')).rows.map(({ match_id }) => match_id)
  await world.query(`update matches set id = uuid_v7(now() - interval '40 days')
    where id <> all('{${written.join()}}'::uuid[])`)
  await fitOutcomes(world.deps)
  expect((await readOutcomes(world.deps.db)).weights).toBeNull()
})

test('administrators see matches and replies for 100 cards of both groups, of cards that had a week', async () => {
  const world = await startWorld()
  const root = await world.administrator()
  await community(world, 10)
  const { rows } = (await world.query(`select id from accounts where email like '%@many.example'`)) as {
    rows: { id: string }[]
  }
  const heldOut = rows.filter(({ id }) => isHeldOut(world.deps.lastingKeys, id)).map(({ id }) => `'${id}'`)
  expect(heldOut.length / PEOPLE).toBeGreaterThan(0.05)
  expect(heldOut.length / PEOPLE).toBeLessThan(0.16)
  const theirs = `in (${heldOut.join(', ')})`
  // Members of the holdout have few matches, and one of them swiped only recently.
  await world.query(`delete from matches where (a_id ${theirs} or b_id ${theirs}) and hashtext(id::text) % 3 <> 0`)
  await world.query(`update choices set at = now() where chooser_id = ${heldOut[0]}`)
  await world.query(`update order_outcomes set weights = '${STEEP}', matches = 1000`)
  await root.client.setOrderOutcomes({ body: { on: true } })
  const compare = async (since: string) => {
    await world.query(
      `update order_outcomes set compared_from = date_trunc('second', now() - interval '${since}'), counted_until = now()`,
    )
    await fitOutcomes(world.deps)
    return (await root.client.getOrder()).data.outcomes.comparison
  }
  expect(await compare('9 days')).toBeNull()
  const { cards, cardsHeldOut, matches, replies } = (await compare('12 days'))!
  const { rows: judged } = await world.query(`
    select count(*) filter (where chooser_id ${theirs})::int as held_out, count(*)::int as all from choices
    where at < now() - interval '7 days'`)
  expect([cardsHeldOut, cards + cardsHeldOut]).toEqual([judged[0].held_out, judged[0].all])
  for (const measure of [matches!, replies!]) {
    expect(measure.learned).toBeGreaterThan(measure.heldOut)
    expect(measure.difference).toBeCloseTo(measure.learned - measure.heldOut, 5)
    expect(measure.low).toBeGreaterThan(0)
  }
  // Both wrote in half of the matches.
  expect(Math.abs(replies!.learned / matches!.learned - 0.5)).toBeLessThan(0.06)
})
