import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { regionOf } from '../../src/features/discovery/eligibility/standings.sql.ts'
import { proof, rounds } from '../proofs.ts'
import { startWorld, until, type World } from '../world.ts'

// A member who can be found has one listing and one standing, with the region of their place (listings.sql), whatever
// happens at the same moment. The keys alone would allow one of each in every region.

const places = { lisbon: [38.72, -9.14], sydney: [-33.87, 151.21], nuuk: [64.18, -51.72] } as const

/** An update of someone's place, as the database stores it. */
const move = (id: string, [latitude, longitude]: readonly [number, number]) => `
  update profiles set x = 6371.0088 * cos(radians(${latitude})) * cos(radians(${longitude})),
    y = 6371.0088 * cos(radians(${latitude})) * sin(radians(${longitude})), z = 6371.0088 * sin(radians(${latitude}))
  where account_id = '${id}'`
const rename = (id: string, name = 'Someone') => `update accounts set first_name = '${name}' where id = '${id}'`

/** What there is of an account, and the region of its place. */
const found = async (world: World, id: string) =>
  (
    await world.query(`
      select array(select region from listings where account_id = '${id}') as listings,
        array(select region from standings where account_id = '${id}') as standings,
        (select region_of(block_of(x, y, z)) from profiles where account_id = '${id}') as region`)
  ).rows[0] as { listings: number[]; standings: number[]; region: number }

async function connection({ databaseUrl }: World): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('a region is ten degrees high and wide, and 0 without a place', async () => {
  const world = await startWorld()
  const { rows } = await world.query(`
    select block, region_of(block) as region from generate_series(0, 361 * 720, 7) block`)
  const differing = (rows as { block: number; region: number }[]).filter(
    ({ block, region }) => regionOf(block) !== region,
  )
  expect(differing).toEqual([])
  expect([Math.min(...rows.map(({ region }) => region)), rows.length]).toEqual([1, 37132])
  const [ada, ben] = [await world.dater(), await world.member()]
  const regions: number[] = []
  for (const at of [
    places.lisbon,
    places.sydney,
    [38.1, -9.9],
    [39.99, -0.01],
    [40.01, -9.14],
    [38.72, 0.01],
  ] as const) {
    await world.query(move(ada.user._id, at))
    const { listings, standings, region } = await found(world, ada.user._id)
    expect([listings, standings]).toEqual([[region], [region]])
    regions.push(region)
  }
  const [lisbon, sydney] = regions
  expect(new Set([lisbon, sydney, 0]).size).toBe(3)
  expect(regions.slice(2)).toEqual([lisbon, lisbon, lisbon! + 36, lisbon! + 1])
  await world.query(`update profiles set x = null, y = null, z = null where account_id = '${ada.user._id}'`)
  expect(await found(world, ada.user._id)).toEqual({ listings: [0], standings: [0], region: 0 })
  expect(await found(world, ben.user._id)).toMatchObject({ listings: [], standings: [0] })
})

test('someone who moves and changes something else at the same moment has one listing and one standing', async () => {
  const world = await startWorld()
  const { user } = await world.dater()
  const id = user._id
  const [one, other] = [await connection(world), await connection(world)]
  const pidOf = async (client: pg.Client) =>
    (await client.query('select pg_backend_pid() as pid')).rows[0].pid as number
  const second = await pidOf(other)
  const atOnce = async (first: string, then: string) => {
    await one.query('begin')
    await one.query(first)
    const answer = other.query(then).then(
      () => 'done',
      (error: unknown) => String(error),
    )
    await until(
      async () =>
        (await world.query(`select from pg_stat_activity where pid = ${second} and wait_event_type = 'Lock'`))
          .rowCount === 1,
    )
    await one.query('commit')
    return answer
  }
  for (const hasStanding of [true, false])
    for (const [first, then, at] of [
      [move(id, places.sydney), rename(id, 'Ann'), 'sydney'],
      [rename(id, 'Bea'), move(id, places.nuuk), 'nuuk'],
    ] as const) {
      await world.query(move(id, places.lisbon))
      if (!hasStanding) await world.query(`delete from standings where account_id = '${id}'`)
      expect([at, await atOnce(first, then)]).toEqual([at, 'done'])
      const { listings, standings, region } = await found(world, id)
      expect([at, listings, standings]).toEqual([at, [region], [region]])
    }
})

test('many changes of the same people at once leave one listing and one standing of each', async () => {
  const world = await startWorld({ eavesdrop: false })
  const people = [await world.dater(), await world.dater(), await world.dater()]
  const clients = await Promise.all(Array.from({ length: 4 }, () => connection(world)))
  const times = rounds(60, 1000)
  let refused = 0
  const changes = clients.map(async (client, which) => {
    for (let n = 0; n < times; n++) {
      const { user } = people[(n * 7 + which) % people.length]!
      const at = Object.values(places)[(n + which) % 3]!
      const change = which % 2 === 0 ? move(user._id, at) : rename(user._id, `Name ${'abc'.charAt(n % 3)}`)
      await client.query(change).catch(() => refused++)
    }
  })
  await Promise.all(changes)
  expect(refused).toBe(0)
  for (const { user } of people) {
    const { listings, standings, region } = await found(world, user._id)
    expect([listings, standings]).toEqual([[region], [region]])
  }
  proof(`${clients.length * times} changes of three people at once: one listing and one standing of each`)
})
