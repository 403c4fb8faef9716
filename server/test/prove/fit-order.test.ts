import { expect, test } from 'vitest'
import { decayExposure } from '../../src/features/discovery/deck/jobs.ts'
import { readUsualShare } from '../../src/features/discovery/compatibility/compatibility.ts'
import { readOrder } from '../../src/features/discovery/deck/queries.ts'
import { fitOrder } from '../../src/features/discovery/learning/fitting.ts'
import { numberedCrowd } from '../crowd.ts'
import type { Person } from '../people.ts'
import { bornYearsAgo } from '../../../scripts/present.ts'
import { startWorld, type World, until } from '../world.ts'

// The ranking learns from swipes in a community where received likes predict everything, and given likes little.

const PEOPLE = 120

/** SQL for a number between 0 and 1 for each pair, the same in each run. */
const drawn = (what: string) => `(abs(hashtext('${what}' || a.id || b.id)::bigint) % 10000 / 10000.0)`

/** People who have swiped each other. Some are liked by most, others by few; everyone likes as readily. */
async function community(world: World, choices: string): Promise<void> {
  await numberedCrowd(world, PEOPLE)
  await world.query(`
    insert into ranking_stats (account_id, gender_group, shown_to)
    select id, (array['woman', 'man'])[bits], bits from accounts cross join lateral (
      select (1 + get_byte(uuid_send(id), 15) % 2)::smallint as bits) b where email like '%@many.example'
    on conflict (account_id) do update set gender_group = excluded.gender_group, shown_to = excluded.shown_to`)
  await world.query(`
    insert into choices (chooser_id, chosen_id, action, at)
    select a.id, b.id, case when ${choices} then 'like' else 'pass' end, now() - ${drawn('at')} * interval '20 hours'
    from accounts a join accounts b on a.id <> b.id where a.email like '%@many.example' and b.email like '%@many.example' and ${drawn('who')} < 0.6`)
  await world.query(`
    with made as materialized (select chooser_id, chosen_id, action from choices)
    update ranking_stats s set
      gave = (select count(*) from made where chooser_id = s.account_id),
      gave_likes = (select count(*) from made where chooser_id = s.account_id and action <> 'pass'),
      got = (select count(*) from made where chosen_id = s.account_id),
      got_likes = (select count(*) from made where chosen_id = s.account_id and action <> 'pass')`)
}

/** SQL for likes, of which each person gets their own share between 0.02 and 0.62. */
const LIKED = `${drawn('likes')} < 0.02 + 0.6 * get_byte(uuid_send(b.id), 15) / ${PEOPLE}.0`

const fits = async (world: World) =>
  (
    await world.query(
      'select version, choices, adopted, loss, loss_in_use, calibration from order_fits order by version',
    )
  ).rows as {
    version: number
    choices: number
    adopted: boolean
    loss: number
    loss_in_use: number
    calibration: number
  }[]
const inUse = async (world: World) =>
  (await world.query('select distinct version, pinned from order_groups')).rows as {
    version: number
    pinned: boolean
  }[]

test('parameters are fitted on choices, and used if they do better on the latest', async () => {
  const world = await startWorld()
  await community(world, LIKED)
  await fitOrder(world.deps)
  const [, fit] = await fits(world)
  expect(fit).toMatchObject({ version: 1, adopted: true })
  expect(fit!.choices).toBeGreaterThan(7000)
  expect(fit!.loss).toBeLessThan(fit!.loss_in_use)
  expect(Math.abs(fit!.calibration - 1)).toBeLessThan(0.25)
  expect(await inUse(world)).toEqual([{ version: 1, pinned: false }])
  const woman = (await readOrder(world.deps.db))('woman')
  // Members differ in how often they are liked, but not in how readily they like.
  expect(woman.gives.of).toBeGreaterThan(woman.gets.of * 2)
  expect(woman.weights.liked).toBeGreaterThan(0.7)
})

test('a fit that does worse than the one in use is not used, nor is any while a version is pinned', async () => {
  const world = await startWorld()
  await community(world, LIKED)
  await fitOrder(world.deps)
  await fitOrder(world.deps)
  // The second fit has little or nothing to gain.
  const after = await fits(world)
  for (const { adopted, loss, loss_in_use } of after.slice(1)) expect(adopted).toBe(loss < loss_in_use)
  await world.query('update order_groups set pinned = true, version = 0, usual = 3')
  await fitOrder(world.deps)
  const last = (await fits(world)).at(-1)!
  expect(last.loss).toBeLessThan(last.loss_in_use)
  expect(last.adopted).toBe(false)
  expect(await inUse(world)).toEqual([{ version: 0, pinned: true }])
})

test('without enough choices, nothing is fitted', async () => {
  const world = await startWorld()
  await fitOrder(world.deps)
  expect(await fits(world)).toHaveLength(1)
  expect(await inUse(world)).toEqual([{ version: 0, pinned: false }])
})

test('before there are enough choices, what is usual is learned from the first answer sheets', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const input = { answer: 0, accepted: [0], importance: 250 as const, shown: true }
  for (const { client } of [ada, ben]) await client.answerQuestion({ params: { id: 'home-or-out' }, body: input })
  const compared = async () => (await ada.client.getCompatibility({ params: { userId: ben.user._id } })).data
  const wide = (await compared()).interval!
  await community(world, 'false')
  await world.query('delete from choices')
  // Three of four preferences are met.
  await world.query(`
    insert into profiles (account_id, updated_at) select id, now() from accounts where email like '%@many.example'`)
  await world.query(`
    insert into answer_sheets (account_id, answers)
    select id, (select jsonb_object_agg('question-' || n, jsonb_build_array(0, array[(n = 4)::int], 250))
      from generate_series(1, 4) n)
    from accounts where email like '%@many.example'`)
  await fitOrder(world.deps)
  expect(await fits(world)).toHaveLength(1)
  const usual = await readUsualShare(world.deps.db)
  expect(usual.mean).toBeCloseTo(0.75, 2)
  expect([PEOPLE, PEOPLE + 2]).toContain(usual.people)
  const width = async () => {
    const { interval } = await compared()
    return interval!.high - interval!.low
  }
  await until(async () => (await width()) < (wide.high - wide.low) * 0.8)
})

test('administrators see what was fitted, and can pin a version until they let go of it', async () => {
  const world = await startWorld()
  const [ada, root] = [await world.dater(), await world.administrator()]
  await community(world, LIKED)
  await fitOrder(world.deps)
  await expect(ada.client.getOrder()).rejects.toMatchObject({ status: 403 })
  await expect(ada.client.pinOrder({ body: { version: 0 } })).rejects.toMatchObject({ status: 403 })
  const { pinned, fits: shown } = (await root.client.getOrder()).data
  expect([pinned, shown.map(({ version, inUse: used }) => [version, used])]).toEqual([
    false,
    [
      [1, true],
      [0, false],
    ],
  ])
  expect(shown[0]!.groups.map(({ genderGroup }) => genderGroup).toSorted()).toEqual(['man', 'non-binary', 'woman'])
  await Promise.all([0, 0].map((version) => root.client.pinOrder({ body: { version } })))
  expect(await inUse(world)).toEqual([{ version: 0, pinned: true }])
  expect((await readOrder(world.deps.db))('woman').gives.of).toBe(6)
  await expect(root.client.pinOrder({ body: { version: 77 } })).rejects.toMatchObject({ status: 404 })
  await fitOrder(world.deps)
  expect(await inUse(world)).toEqual([{ version: 0, pinned: true }])
  await root.client.pinOrder({ body: { version: null } })
  expect(await inUse(world)).toEqual([{ version: 1, pinned: false }])
  const { entries } = (await root.client.listAudit({ query: { action: 'order.changed' } })).data
  expect(entries).toHaveLength(2)
})

test('each night it is counted how evenly members of a gender and age are shown, but not of fewer than five', async () => {
  const world = await startWorld()
  const root = await world.administrator()
  const women = await Promise.all(
    ['Ada', 'Bea', 'Cleo', 'Dora', 'Edda', 'Fay'].map((firstName) => world.dater({ firstName })),
  )
  const [ben, cai] = await Promise.all(['Ben', 'Cai'].map((firstName) => world.dater({ firstName }, { gender: 'man' })))
  const daysAgo = (days: number) => `now() - interval '${days} days'`
  await world.query(`update accounts set created_at = ${daysAgo(20)}`)
  await world.query('update profiles set level = level')
  const choose = (who: Person, whom: Person, action: string, days: number) =>
    world.query(`
      insert into choices (chooser_id, chosen_id, action, at)
      values ('${who.user._id}', '${whom.user._id}', '${action}', ${daysAgo(days)})`)
  for (const [nth, woman] of women.slice(0, 5).entries()) {
    await choose(ben!, woman, 'like', 8)
    await choose(woman, cai!, 'pass', 1)
    if (nth < 2) await choose(woman, ben!, 'pass', 1)
  }
  for (const woman of women.slice(0, 4))
    await world.query(`
      insert into matches (a_id, b_id, created_at)
      select least(w, m), greatest(w, m), ${daysAgo(18)} from (select '${woman.user._id}'::uuid w, '${cai!.user._id}'::uuid m) p`)
  for (const [nth, times] of [40, 1, 0, 20, 20, 39].entries())
    await world.query(`update ranking_stats set shown = ${times} where account_id = '${women[nth]!.user._id}'`)
  await world.query(`update accounts set last_active_at = now()`)
  for (const away of [women[5]!, cai!])
    await world.query(`update accounts set last_active_at = ${daysAgo(40)} where id = '${away.user._id}'`)
  await decayExposure(world.deps)
  await decayExposure(world.deps)
  const { fairness } = (await root.client.getOrder()).data
  const nothing = { gini: null, unseen: null, underATenth: null, exposure: null }
  const noMore = { lostLikes: null, waitDays: null, goneCards: null, effect: null }
  expect(fairness).toEqual([
    { genderGroup: 'man', ageFrom: 25, members: null, ...nothing, ...noMore },
    expect.objectContaining({ genderGroup: 'woman', ageFrom: 25, members: 5, effect: null }),
  ])
  const shown = fairness[1]!
  expect(shown.gini).toBeCloseTo(0.486, 2)
  expect([shown.unseen, shown.underATenth, shown.exposure]).toEqual(
    [0.2, 0.4, 1].map((share) => expect.closeTo(share, 5)),
  )
  expect([shown.lostLikes, shown.goneCards]).toEqual([expect.closeTo(0.6, 5), expect.closeTo(5 / 7, 5)])
  expect(shown.waitDays).toBeCloseTo(2, 1)
})

test('it is measured by how much learned parameters move each group in decks they weren’t fitted on', async () => {
  const world = await startWorld()
  const root = await world.administrator()
  await community(world, LIKED)
  // The people with the most likes are older.
  await world.query(`
    update ranking_stats set born = case when get_byte(uuid_send(account_id), 15) > ${PEOPLE / 2} then date '${bornYearsAgo(42)}' else '${bornYearsAgo(32)}' end
    where account_id in (select id from accounts where email like '%@many.example')`)
  await world.query(`
    insert into last_seen select account_id, now() from ranking_stats on conflict (account_id) do update set seen_at = now()`)
  await fitOrder(world.deps)
  await decayExposure(world.deps)
  const effectOf = async (ageFrom: number) =>
    (await root.client.getOrder()).data.fairness.find((row) => row.genderGroup === 'man' && row.ageFrom === ageFrom)!
      .effect
  const [young, old] = [await effectOf(25), await effectOf(35)]
  expect(old!.places).toBeGreaterThan(young!.places)
  for (const { places, low, high } of [young!, old!]) {
    expect(low).toBeLessThan(places)
    expect(high).toBeGreaterThan(places)
  }
  await root.client.pinOrder({ body: { version: 0 } })
  await fitOrder(world.deps)
  expect(await effectOf(35)).toBeNull()
})
