import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { refreshListings } from '../../src/features/discovery/deck/jobs.ts'
import { openDb, openPool } from '../../src/infra/db/db.ts'
import { REFRESHED_AFTER_COMMIT } from '../../src/infra/db/stale-listings.ts'
import { proof, rounds } from '../proofs.ts'
import { startWorld, until, type World } from '../world.ts'

// What a transaction changes of a member is noted in an outbox, and their listing is refreshed after the commit, before
// anyone is answered (eligibility/listings.sql).

async function connection({ databaseUrl }: World, options = ''): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, options })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const pause = (id: string) => `update accounts set state = 'paused' where id = '${id}'`

const isListed = async (world: World, id: string) =>
  (await world.query(`select from listings where account_id = '${id}'`)).rowCount === 1
const isPaused = async (world: World, id: string) =>
  (await world.query(`select from accounts where id = '${id}' and state = 'paused'`)).rowCount === 1
const noted = async (world: World) => (await world.query('select from stale_listings')).rowCount

test('a change is committed before the listing is refreshed, and answered afterwards', async () => {
  const world = await startWorld()
  const { user, client } = await world.dater()
  // Another node couldn't be part of the transaction: here, its row is locked.
  const node = await connection(world)
  await node.query(`begin; select from listings where account_id = '${user._id}' for update`)
  let isAnswered = false
  const answer = client.setPrivacy({ body: { paused: true } }).finally(() => (isAnswered = true))
  await until(() => isPaused(world, user._id))
  expect([isAnswered, await isListed(world, user._id), await noted(world)]).toEqual([false, true, 1])
  await node.query('commit')
  await answer
  expect([await isListed(world, user._id), await noted(world)]).toEqual([false, 0])
  await client.setPrivacy({ body: { paused: false } })
  expect([await isListed(world, user._id), await noted(world)]).toEqual([true, 0])
})

test('what can’t be refreshed is answered all the same, and a job refreshes it', async () => {
  const world = await startWorld()
  const { user, client } = await world.dater()
  const node = await connection(world)
  await node.query(`begin; select from listings where account_id = '${user._id}' for update`)
  // The server waits for the lock for three seconds.
  await client.setPrivacy({ body: { paused: true } })
  await node.query('commit')
  expect([await isPaused(world, user._id), await isListed(world, user._id), await noted(world)]).toEqual([
    true,
    true,
    1,
  ])
  // A server may still be about to refresh what was noted just now.
  await refreshListings(world.deps)
  expect(await noted(world)).toBe(1)
  await world.query(`update stale_listings set at = at - interval '10 seconds'`)
  await refreshListings(world.deps)
  expect([await isListed(world, user._id), await noted(world)]).toEqual([false, 0])
})

test('what is rolled back leaves nothing to refresh, also for the next one who uses the connection', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater()]
  const db = openDb(openPool(world.databaseUrl, 1, REFRESHED_AFTER_COMMIT))
  onTestFinished(() => db.destroy())
  const undone = db.transaction().execute(async (tx) => {
    await tx.updateTable('accounts').set({ state: 'paused' }).where('id', '=', ada.user._id).execute()
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await db.updateTable('accounts').set({ state: 'paused' }).where('id', '=', ben.user._id).execute()
  expect([await isListed(world, ada.user._id), await isListed(world, ben.user._id), await noted(world)]).toEqual([
    true,
    false,
    0,
  ])
})

test('a connection that doesn’t refresh listings leaves that to the database, as before', async () => {
  const world = await startWorld()
  const { user } = await world.dater()
  await (await connection(world)).query(pause(user._id))
  expect([await isListed(world, user._id), await noted(world)]).toEqual([false, 0])
})

test('an account that is erased with a stale listing leaves neither listing nor standing', async () => {
  const world = await startWorld()
  const { user } = await world.dater()
  const erasing = await connection(world, REFRESHED_AFTER_COMMIT)
  await erasing.query(`
    begin; update accounts set state = 'erased' where id = '${user._id}';
    delete from standings where account_id = '${user._id}'; commit`)
  await world.query(`update stale_listings set at = at - interval '10 seconds'`)
  await refreshListings(world.deps)
  const { rows } = await world.query(`
    select (select count(*)::int from listings) as listings, (select count(*)::int from standings) as standings`)
  expect([rows, await noted(world)]).toEqual([[{ listings: 0, standings: 0 }], 0])
})

test('many changes of the same people by several servers and jobs leave listings as the accounts are', async () => {
  const world = await startWorld({ eavesdrop: false })
  const people = [await world.dater(), await world.dater(), await world.dater()]
  const times = rounds(40, 600)
  let areChanging = true
  const jobs = async () => {
    for (; areChanging;) {
      await world.query(`update stale_listings set at = at - interval '10 seconds'`)
      await refreshListings(world.deps)
    }
  }
  const working = jobs()
  const changes = people.map(async ({ client }, which) => {
    for (let n = 0; n < times; n++)
      await Promise.all([
        client.setPrivacy({ body: { paused: (n + which) % 3 === 0 } }),
        client.setPrivacy({ body: { hideAge: n % 2 === 0 } }),
      ])
  })
  await Promise.all(changes)
  areChanging = false
  await working
  const { rows } = await world.query(`
    select a.state, a.hide_age, l.hide_age as listed from accounts a left join listings l on l.account_id = a.id
    where a.id in (${people.map(({ user }) => `'${user._id}'`).join()})`)
  const wrong = (rows as { state: string; hide_age: boolean; listed: boolean | null }[]).filter(
    ({ state, hide_age, listed }) => listed !== (state === 'active' ? hide_age : null),
  )
  expect([wrong, rows.length, await noted(world)]).toEqual([[], 3, 0])
  proof(`${people.length * times * 2} changes of three people, two at a time, with jobs: listings as the accounts are`)
})
