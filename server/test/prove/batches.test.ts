import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { workOnBatch } from '../../src/features/moderation/batches/jobs.ts'
import { crowd } from '../crowd.ts'
import { proof, rounds } from '../proofs.ts'
import { startWorld, until, type World } from '../world.ts'
import type { Person } from '../people.ts'

const never = '00000000-0000-4000-8000-000000000000'

const finished = async ({ client }: Pick<Person, 'client'>, id: string) => {
  let batch = (await client.getBatch({ params: { id } })).data.batch
  await until(
    async () => (batch = (await client.getBatch({ params: { id } })).data.batch).finishedAt !== null,
    rounds(60_000, 300_000),
  )
  return batch
}
const states = async (world: World) =>
  (await world.query(`select state, count(*)::int as n from accounts where email like 'crowd%' group by 1 order by 1`))
    .rows

test('a bulk action is previewed, applied to each user, and can be undone once', async () => {
  const world = await startWorld()
  const [ada, ben, ines] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.administrator()]
  await world.setState(ben, 'banned')
  const ids = [ada.user._id, ben.user._id, ines.user._id, never]
  const refused = [
    { why: 'You can’t do this to your own account.', count: 1 },
    { why: 'This user isn’t active.', count: 1 },
    { why: 'We couldn’t find this user.', count: 1 },
  ]
  const body = { ids, about: 'users', action: 'deactivate', reason: 'Spam.' } as const
  expect((await ines.client.previewBatch({ body })).data).toEqual({ will: 1, refused, needs: 'none' })
  await expect(ada.client.getProfile()).resolves.toBeTruthy()
  const { batch } = (await ines.client.startBatch({ body })).data
  expect(await finished(ines, batch._id)).toMatchObject({ total: 1, done: 1, refused })
  await expect(ada.client.getProfile()).rejects.toMatchObject({ status: 401 })
  const params = { id: batch._id }
  const back = (await ines.client.undoBatch({ params })).data.batch
  expect(await finished(ines, back._id)).toMatchObject({ total: 1, done: 1, undoes: batch._id })
  expect((await ines.client.getUser({ params: { id: ada.user._id } })).data.user.isActive).toBe(true)
  await expect(ines.client.undoBatch({ params })).rejects.toMatchObject({ status: 409 })
  await expect(ines.client.undoBatch({ params: { id: back._id } })).rejects.toMatchObject({ status: 409 })
  const newest = (await ines.client.listBatches({ query: { limit: '1' } })).data
  expect(newest).toMatchObject({ batches: [{ _id: back._id, reason: 'Undone' }], nextBefore: back._id })
  expect((await ines.client.listBatches({ query: { before: newest.nextBefore! } })).data).toMatchObject({
    batches: [{ _id: batch._id, undoneBy: back._id, reason: 'Spam.', done: 1, madeBy: { _id: ines.user._id } }],
    nextBefore: null,
  })
  const { entries } = (await ines.client.listAudit({ query: { subject: ada.user._id } })).data
  const changes = entries.filter(({ action }) => action !== 'account.viewed')
  expect(changes.map(({ action, reason }) => [action, reason])).toEqual([
    ['account.activated', null],
    ['account.deactivated', 'Spam.'],
  ])
})

test('a deactivation that undoes an activation gives its member no reason', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  await ines.client.deactivateUser({ params: { id: ada.user._id }, body: { reason: 'Spam.' } })
  const ids = [ada.user._id]
  const body = { ids, about: 'users', action: 'activate', reason: 'A mistake.' } as const
  const { batch } = (await ines.client.startBatch({ body })).data
  await finished(ines, batch._id)
  const back = (await ines.client.undoBatch({ params: { id: batch._id } })).data.batch
  expect(await finished(ines, back._id)).toMatchObject({ done: 1 })
  const { rows } = await world.query(
    `select facts from decisions where subject_id = '${ada.user._id}' order by created_at`,
  )
  expect(rows).toEqual([{ facts: 'Spam.' }, { facts: 'No reason was given.' }])
})

test('a bulk action affects everyone who matches its filters, and no one else', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const count = rounds(25, 2000)
  await crowd(world, count)
  const other = await world.member()
  const body = { filters: { search: 'many.example', status: 'active' }, about: 'users', action: 'deactivate' } as const
  expect((await ines.client.previewBatch({ body })).data).toEqual({ will: count, refused: [], needs: 'none' })
  const { batch } = (await ines.client.startBatch({ body })).data
  await crowdJoins(world)
  expect(await finished(ines, batch._id)).toMatchObject({ total: count, done: count })
  expect(await states(world)).toEqual([
    { state: 'active', n: 1 },
    { state: 'deactivated', n: count },
  ])
  await expect(other.client.getProfile()).resolves.toBeTruthy()
  proof(`one bulk action on ${count} users`)
})

/** People who join after the preview aren't affected. */
const crowdJoins = (world: World) =>
  world.query(`insert into accounts (email, email_key, first_name, last_name, date_of_birth, password_hash, created_at)
    values ('crowd-late@many.example', 'crowd-late@many.example', 'Crowd', 'Late', '1990-01-01', 'x', now())`)

test('a stopped bulk action stays where it is, and what it did can be undone', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const count = 400
  await crowd(world, count)
  // The job waits for the test at a user who isn't the first.
  await world.query(`create function wait() returns trigger language plpgsql as $$ begin
    if (select count(*) from batch_items where outcome is not null) = 3 then
      set local lock_timeout = 0;
      perform pg_advisory_xact_lock_shared(1);
    end if;
    return new; end $$`)
  await world.query(`create trigger wait before update of state on accounts for each row
    when (new.last_name like 'Number %') execute function wait()`)
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('select pg_advisory_lock(1)')
  const body = { filters: { search: 'many.example' }, about: 'users', action: 'deactivate' } as const
  const { batch } = (await ines.client.startBatch({ body })).data
  await until(async () => (await ines.client.getBatch({ params: { id: batch._id } })).data.batch.done === 3)
  const stopping = ines.client.stopBatch({ params: { id: batch._id } })
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'update "batches"%'`
  await until(async () => (await world.query(waiting)).rowCount === 1)
  await holder.query('select pg_advisory_unlock_all()')
  const stopped = (await stopping).data.batch
  expect(stopped.stoppedAt).not.toBeNull()
  expect(stopped.done).toBeLessThan(count)
  await workOnBatch(world.deps, batch._id)
  expect((await finished(ines, batch._id)).done).toBe(stopped.done)
  const back = (await ines.client.undoBatch({ params: { id: batch._id } })).data.batch
  expect(await finished(ines, back._id)).toMatchObject({ undoes: batch._id, refused: [] })
  expect(await states(world)).toEqual([{ state: 'active', n: count }])
})

test('each user of a bulk action is handled once, however many workers run it', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  await crowd(world, 80)
  const body = { filters: { search: 'many.example' }, about: 'users', action: 'deactivate' } as const
  const { batch } = (await ines.client.startBatch({ body })).data
  await Promise.all(Array.from({ length: 3 }, () => workOnBatch(world.deps, batch._id)))
  expect(await finished(ines, batch._id)).toMatchObject({ total: 80, done: 80, refused: [] })
  const twice = `select from audit_log where action = 'account.deactivated' group by subject_id having count(*) > 1`
  expect((await world.query(twice)).rowCount).toBe(0)
})

test('one failing user does not stop the others, and is reported', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  await crowd(world, 3)
  await world.query(
    `create function broken() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`,
  )
  await world.query(`create trigger broken before update of state on accounts for each row
    when (new.last_name = 'Number 2') execute function broken()`)
  const body = { about: 'users', filters: { search: 'many.example' }, action: 'deactivate' } as const
  const { batch } = (await ines.client.startBatch({ body })).data
  expect(await finished(ines, batch._id)).toMatchObject({
    total: 3,
    done: 2,
    refused: [{ why: 'It failed. See the server log for the reason.', count: 1 }],
  })
})

test('later decisions are not undone, and users hidden before stay hidden', async () => {
  const world = await startWorld()
  const [ada, ben, ines] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.administrator()]
  await world.setState(ada, 'paused')
  const ids = [ada.user._id, ben.user._id]
  const { batch } = (await ines.client.startBatch({ body: { about: 'users', action: 'deactivate', ids } })).data
  await finished(ines, batch._id)
  const params = { id: ben.user._id }
  await ines.client.activateUser({ params, body: {} })
  await ines.client.deactivateUser({ params, body: { reason: 'For another reason.' } })
  const back = (await ines.client.undoBatch({ params: { id: batch._id } })).data.batch
  expect(await finished(ines, back._id)).toMatchObject({
    total: 2,
    done: 1,
    refused: [{ why: 'It has changed since you opened it.', count: 1 }],
  })
  const stateOf = async (id: string) => (await ines.client.getUser({ params: { id } })).data.user.state
  expect(await Promise.all(ids.map(stateOf))).toEqual(['paused', 'deactivated'])
})

test('a bulk action needs either ids or filters, and an administrator', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const { client } = await world.member()
  const filters = { status: 'active' } as const
  for (const body of [{}, { ids: [never], filters }, { ids: [] }])
    await expect(
      ines.client.startBatch({ body: { about: 'users', action: 'activate', ...body } }),
    ).rejects.toMatchObject({
      status: 400,
    })
  await expect(client.startBatch({ body: { about: 'users', action: 'activate', filters } })).rejects.toMatchObject({
    status: 403,
  })
  await expect(ines.client.getBatch({ params: { id: never } })).rejects.toMatchObject({ status: 404 })
})
