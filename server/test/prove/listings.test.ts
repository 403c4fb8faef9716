import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { proof, rounds } from '../proofs.ts'
import { startWorld, until, type World } from '../world.ts'

// The transaction that changes an account or profile also rebuilds the member's listing and ranking stats
// (eligibility/listings.sql), no matter who writes, even with concurrent changes.

const places = { lisbon: [38.72, -9.14], sydney: [-33.87, 151.21], nuuk: [64.18, -51.72] } as const

/** SQL that moves someone to a place. */
const move = (id: string, [latitude, longitude]: readonly [number, number]) => `
  update profiles set x = 6371.0088 * cos(radians(${latitude})) * cos(radians(${longitude})),
    y = 6371.0088 * cos(radians(${latitude})) * sin(radians(${longitude})), z = 6371.0088 * sin(radians(${latitude}))
  where account_id = '${id}'`
const set = (id: string, state: string) => `update accounts set state = '${state}' where id = '${id}'`
const rename = (id: string, name: string) => `update accounts set first_name = '${name}' where id = '${id}'`

async function connection({ databaseUrl }: World): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** The number of listings, and the listings that differ from the account and profile. */
const all = async (world: World) =>
  (
    await world.query(`
      select (select count(*)::int from listings) as listings, (select count(*)::int from ranking_stats) as ranking_stats,
        (select count(*)::int from listings l full join listings_due d using (account_id)
          where to_jsonb(l) is distinct from to_jsonb(d)) as other_listings,
        (select count(*)::int from (select account_id, gender_group, tile, born, x, y, z, shown_to from ranking_stats) s
          full join (select account_id, gender_group, tile, born, x, y, z, shown_to from ranking_stats_due) d
            using (account_id) where to_jsonb(s) is distinct from to_jsonb(d)) as other_stats`)
  ).rows[0] as Record<string, number>
const right = (listings: number, ranking_stats = listings) => ({
  listings,
  ranking_stats,
  other_listings: 0,
  other_stats: 0,
})

test('a listing changes at the commit, or not at all', async () => {
  const world = await startWorld()
  const { user } = await world.dater()
  expect(await all(world)).toEqual(right(1))
  const client = await connection(world)
  const pause = `begin; ${set(user._id, 'paused')}; ${move(user._id, places.nuuk)};`
  await client.query(pause)
  expect((await all(world)).listings).toBe(1)
  await client.query('rollback')
  expect(await all(world)).toEqual(right(1))
  await client.query(`${pause} commit`)
  expect(await all(world)).toEqual(right(0, 1))
  await client.query(set(user._id, 'active'))
  expect(await all(world)).toEqual(right(1))
})

test('deleting or erasing a member with plain SQL leaves no listing and no ranking stats', async () => {
  const world = await startWorld({ eavesdrop: false })
  const [ada, ben] = [await world.dater(), await world.dater()]
  await world.query(`delete from accounts where id = '${ada.user._id}'`)
  expect(await all(world)).toEqual(right(1))
  await world.query(set(ben.user._id, 'erased'))
  expect(await all(world)).toEqual(right(0))
})

test('of two changes of a member at the same moment, the second waits and sees the first', async () => {
  const world = await startWorld()
  const { user } = await world.dater()
  const id = user._id
  const [one, other] = [await connection(world), await connection(world)]
  const second = ((await other.query('select pg_backend_pid() as pid')).rows as { pid: number }[])[0]?.pid
  const isWaiting = async () =>
    (await world.query(`select from pg_stat_activity where pid = ${second} and wait_event_type = 'Lock'`)).rowCount ===
    1
  for (const hasStats of [true, false])
    for (const [first, then, listings] of [
      [move(id, places.sydney), rename(id, 'Ann'), 1],
      [rename(id, 'Bea'), move(id, places.nuuk), 1],
      [set(id, 'paused'), move(id, places.lisbon), 0],
      [move(id, places.sydney), set(id, 'active'), 1],
      [move(id, places.lisbon), set(id, 'erased'), 0],
    ] as const) {
      if (!hasStats) await world.query(`delete from ranking_stats where account_id = '${id}'`)
      await one.query(`begin; ${first}; set constraints all immediate`)
      const answer = other.query(then)
      await until(isWaiting)
      await one.query('commit')
      await answer
      const isErased = then === set(id, 'erased')
      expect([first, then, await all(world)]).toEqual([first, then, right(listings, isErased ? 0 : 1)])
      if (isErased) await world.query(set(id, 'active'))
    }
})

test('a change of many members takes no lock in shared memory for each', async () => {
  const world = await startWorld({ eavesdrop: false })
  for (let n = 0; n < 3; n++) await world.dater()
  const client = await connection(world)
  await client.query('begin; update profiles set level = level + 1; set constraints all immediate')
  const { rows } = await client.query(
    `select count(*)::int as locks from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
  )
  expect(rows).toEqual([{ locks: 0 }])
  await client.query('rollback')
})

test('many changes of the same people at once wait for each other, and leave listings as the accounts are', async () => {
  const world = await startWorld({ eavesdrop: false })
  const people = [await world.dater(), await world.dater(), await world.dater()]
  const clients = await Promise.all(Array.from({ length: 4 }, () => connection(world)))
  const times = rounds(30, 500)
  const bySql = clients.map(async (client, which) => {
    for (let n = 0; n < times; n++) {
      const id = people[(n * 7 + which) % people.length]!.user._id
      const [account, profile] = [
        n % 2 ? rename(id, `Name ${'abc'.charAt(n % 3)}`) : set(id, n % 4 ? 'paused' : 'active'),
        move(id, Object.values(places)[(n + which) % 3]!),
      ]
      await client.query([account, profile, `begin; ${account}; ${profile}; commit`][which % 3]!)
    }
  })
  const byMembers = people.map(async ({ client }) => {
    for (let n = 0; n < times / 3; n++)
      await Promise.all([
        client.editProfile({ body: { bio: `Bio ${n}` } }),
        client.setPrivacy({ body: { hideAge: n % 2 === 0 } }),
      ])
  })
  await Promise.all([...bySql, ...byMembers])
  const { rows } = await world.query('select deadlocks from pg_stat_database where datname = current_database()')
  expect(rows).toEqual([{ deadlocks: 0 }])
  expect(await all(world)).toMatchObject({ other_listings: 0, other_stats: 0 })
  await world.query(`update accounts set state = 'active' where state = 'paused'`)
  expect((await all(world)).listings).toBe(people.length)
  proof(
    `${clients.length * times + 2 * times} changes of three people at once: listings as the accounts are, no deadlock`,
  )
})
