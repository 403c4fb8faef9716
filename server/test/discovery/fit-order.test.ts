import { expect, test } from 'vitest'
import { fadeExposure } from '../../src/features/discovery/deck/jobs.ts'
import { readOrder } from '../../src/features/discovery/deck/order-groups.sql.ts'
import { fitOrder } from '../../src/features/discovery/learning/fit-order.ts'
import { startWorld, type World } from '../world.ts'

// The order learns from choices: a community in which being liked says everything and liking says little.

const PEOPLE = 120

/** A number between 0 and 1 for each pair, the same in each run. */
const drawn = (what: string) => `(abs(hashtext('${what}' || a.id || b.id)::bigint) % 10000 / 10000.0)`

/** People who have judged each other. Some are liked by most, others by few; everyone likes as readily. */
async function community(world: World, choices: string): Promise<void> {
  await world.query(`
    insert into accounts (id, email, email_key, first_name, last_name, date_of_birth, created_at)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'p' || n || '@many.example', 'p' || n || '@many.example',
      'Crowd', 'Number ' || n, '1990-01-01', now()
    from generate_series(1, ${PEOPLE}) n`)
  await world.query(`
    insert into standings (account_id, gender_group)
    select id, case when get_byte(uuid_send(id), 15) % 2 = 0 then 'woman' else 'man' end from accounts where email like '%@many.example'
    on conflict (account_id) do update set gender_group = excluded.gender_group`)
  await world.query(`
    insert into choices (chooser_id, chosen_id, action, at)
    select a.id, b.id, case when ${choices} then 'like' else 'pass' end, now() - ${drawn('at')} * interval '20 hours'
    from accounts a join accounts b on a.id <> b.id where a.email like '%@many.example' and b.email like '%@many.example' and ${drawn('who')} < 0.6`)
  await world.query(`
    update standings s set
      gave = (select count(*) from choices where chooser_id = s.account_id),
      gave_likes = (select count(*) from choices where chooser_id = s.account_id and action <> 'pass'),
      got = (select count(*) from choices where chosen_id = s.account_id),
      got_likes = (select count(*) from choices where chosen_id = s.account_id and action <> 'pass')`)
}

/** With a share between 0.02 and 0.62 that belongs to each person. */
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
  // Members differ in how often they are liked, and not in how readily they like.
  expect(woman.gives.of).toBeGreaterThan(woman.gets.of * 2)
  expect(woman.weights.liked).toBeGreaterThan(0.7)
})

test('a fit that does worse than the one in use is not used, nor is any while a version is pinned', async () => {
  const world = await startWorld()
  await community(world, LIKED)
  await fitOrder(world.deps)
  await fitOrder(world.deps)
  // The second fit has nothing to gain, or next to nothing.
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

test('each night it is counted how evenly active members of a gender and age are shown', async () => {
  const world = await startWorld()
  const root = await world.administrator()
  const people = await Promise.all(['Ada', 'Bea', 'Cleo', 'Dora'].map((firstName) => world.dater({ firstName })))
  for (const [nth, times] of [40, 1, 0, 39].entries())
    await world.query(`update standings set shown = ${times} where account_id = '${people[nth]!.user._id}'`)
  await world.query(
    `update accounts set last_active_at = now() - interval '20 days' where id = '${people[3]!.user._id}'`,
  )
  await fadeExposure(world.deps)
  const [women, ...others] = (await root.client.getOrder()).data.fairness
  expect(others).toEqual([])
  expect(women).toMatchObject({ genderGroup: 'woman', ageFrom: 25, members: 3, exposure: 1 })
  expect(women!.gini).toBeCloseTo(0.65, 2)
  expect([women!.unseen, women!.underATenth]).toEqual([expect.closeTo(1 / 3, 5), expect.closeTo(2 / 3, 5)])
})
