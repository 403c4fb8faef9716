import { createHash } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Person } from '../people.ts'
import { shared, startWorld, until, type World } from '../world.ts'

// A match is named by its pair (matches.sql).

const anyWorld = shared(startWorld)

const like = async ({ client }: Person, { user }: Person) =>
  (await client.choose({ body: { userId: user._id, action: 'like' } })).data.match?._id
const idOf = async (world: World, one: Person, other: Person): Promise<string> =>
  (await world.query(`select matching_pair_id('${one.user._id}', '${other.user._id}') as id`)).rows[0].id

async function threeMembers() {
  const world = await anyWorld()
  return { world, ada: await world.dater(), ben: await world.dater(), eve: await world.dater() }
}

test('a match has the id of its pair, whoever liked first, and keeps it when it starts again', async () => {
  const { world, ada, ben } = await threeMembers()
  const id = await idOf(world, ada, ben)
  expect(await idOf(world, ben, ada)).toBe(id)
  await like(ada, ben)
  expect(await like(ben, ada)).toBe(id)
  await ada.client.unmatch({ params: { id }, body: {} })
  await like(ben, ada)
  expect(await like(ada, ben)).toBe(id)
})

test('the id of a pair is SHA-256 of both, with the marks of a UUID of version 8', async () => {
  const world = await anyWorld()
  const pairs = `select gen_random_uuid() as one, gen_random_uuid() as other from generate_series(1, 1000)`
  const { rows } = await world.query(`select one, other, matching_pair_id(one, other) as id from (${pairs}) p`)
  for (const { one, other, id } of rows) {
    const both = (one < other ? one + other : other + one).replaceAll('-', '')
    const hash = createHash('sha256').update(Buffer.from(both, 'hex')).digest().subarray(0, 16)
    hash.writeUInt8((hash.readUInt8(6) & 15) | 128, 6)
    hash.writeUInt8((hash.readUInt8(8) & 63) | 128, 8)
    expect(String(id).replaceAll('-', '')).toBe(hash.toString('hex'))
  }
})

test('a choice waits while another transaction holds the pair’s row', async () => {
  const { world, ada, ben } = await threeMembers()
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query(`insert into pair_locks values ('${await idOf(world, ben, ada)}')`)
  let hasChosen = false
  const choosing = like(ada, ben).then(() => (hasChosen = true))
  const waiting = `select from pg_locks where locktype = 'transactionid' and not granted
    and database is null and pid in (select pid from pg_stat_activity where query like '%matching_choose%')`
  await until(async () => hasChosen || (await world.query(waiting)).rowCount === 1)
  expect(hasChosen).toBe(false)
  await holder.query('rollback')
  expect(await choosing).toBe(true)
  expect((await world.query('select from pair_locks')).rowCount).toBe(0)
})

test('a match from before keeps its id, also when it begins again, and its people get no second one', async () => {
  const { world, ada, ben } = await threeMembers()
  const id = await world.matched(ada, ben)
  const old = '0197f3a2-7d9e-7c3b-8a52-1f60d2b4c9e1'
  await world.query(`update matches set id = '${old}' where id = '${id}'`)
  await expect(
    world.query(`insert into matches (a_id, b_id, created_at)
      select a_id, b_id, now() from matches where id = '${old}'`),
  ).rejects.toMatchObject({ code: '23505', constraint: 'matches_pkey' })
  expect(await like(ada, ben)).toBe(old)
  await ada.client.unmatch({ params: { id: old }, body: {} })
  await like(ada, ben)
  expect(await like(ben, ada)).toBe(old)
  expect((await ben.client.listMatches()).data.matches.map(({ _id }) => _id)).toEqual([old])
})

test('working out the id of other people’s match reveals nothing', async () => {
  const { world, ada, ben, eve } = await threeMembers()
  const strangers = [await idOf(world, ada, eve), await idOf(world, ada, ben)]
  await world.matched(ada, ben)
  const tries: ((id: string) => Promise<unknown>)[] = [
    (id) => eve.client.getMatch({ params: { id } }),
    (id) => eve.client.listMessages({ params: { id } }),
    (id) => eve.client.sendMessage({ params: { id }, body: { clientId: 'client-1', text: 'Hello' } }),
    (id) => eve.client.readMessages({ params: { id }, body: { seq: 1 } }),
    (id) => eve.client.muteMatch({ params: { id }, body: { muted: true } }),
    (id) => eve.client.getDatePlan({ params: { id } }),
    (id) => eve.client.unmatch({ params: { id }, body: {} }),
  ]
  for (const attempt of tries) {
    const [none, theirs] = await Promise.all(
      strangers.map((id) =>
        attempt(id).then(String, (error: Error & { status: number }) => `${error.status} ${error.message}`),
      ),
    )
    expect(none).toMatch(/^404 /)
    expect(theirs).toBe(none)
  }
})
