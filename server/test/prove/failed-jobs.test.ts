import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { queueMail } from '../../src/features/delivery/mail/mail.ts'
import { eraseDue } from '../../src/features/leaving/erasure.ts'
import { sendDueDigests } from '../../src/features/delivery/notifications/notifications.ts'
import { announceRenewals } from '../../src/features/billing/nightly/nightly.ts'
import type { Person } from '../people.ts'
import { present } from '../../../scripts/present.ts'
import { setUpQueues } from '../queues.ts'
import { startWorld, until, type World } from '../world.ts'
import { SYSTEM, unitOfWork } from '../../src/work.ts'

/** Inserts a notification that is due to be emailed. */
const due = (world: World, { user }: Person) =>
  world.query(
    `insert into notifications (account_id, kind, topic, details, at, due_at)
     values ('${user._id}', 'decision', '${randomUUID()}', '{"text": "We looked at it.", "link": "/support"}', now(), now() - interval '1 minute')`,
  )

/** Makes the database refuse emails to this person. */
async function refuseMailTo(world: World, { user }: Person): Promise<() => Promise<unknown>> {
  await world.query(`create function refuse() returns trigger language plpgsql as
    $$ begin if new.account_id = '${user._id}' then raise 'this letter breaks'; end if; return new; end $$`)
  await world.query('create trigger refuse before insert or update on mails for each row execute function refuse()')
  return () => world.query('drop trigger refuse on mails')
}

/** Turns off retries of failing jobs to save time. */
const tryOnce = (world: World) => world.query('update pgboss.queue set retry_limit = 0')

const failed = async ({ client }: Person) => (await client.listFailedJobs()).data.jobs

test("an invalid time zone stored long ago delays no email, its owner's included", async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  for (const { client } of [ada, ben])
    await client.setNotificationSettings({
      body: { kinds: { decision: { mail: 'now', push: false } }, quiet: { from: 5, to: 5 } },
    })
  const quiet = (present().getUTCHours() + 12) % 24
  await ada.client.setNotificationSettings({ body: { quiet: { from: quiet, to: (quiet + 1) % 24 } } })
  await world.query(`update accounts set time_zone = 'Not/AZone' where id = '${ada.user._id}'`)
  for (const person of [ada, ben]) await due(world, person)
  await sendDueDigests(world.deps)
  expect((await world.mailsTo(ben.email, 2)).at(-1)!.text).toContain('We looked at it.')
  expect((await world.mailsTo(ada.email, 2)).at(-1)!.text).toContain('We looked at it.')
  expect((await ada.client.getAllowance()).data.likes).toBeGreaterThan(0)
})

test("an email that can't be written delays no other, and staff can see and retry it", async () => {
  const world = await startWorld()
  const [ada, ben, ines] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.administrator()]
  for (const { client } of [ada, ben])
    await client.setNotificationSettings({ body: { kinds: { decision: { mail: 'now', push: false } } } })
  const heal = await refuseMailTo(world, ada)
  await tryOnce(world)
  for (const person of [ada, ben]) await due(world, person)
  await sendDueDigests(world.deps)
  expect((await world.mailsTo(ben.email, 2)).at(-1)!.text).toContain('We looked at it.')
  await until(async () => (await failed(ines)).length > 0)
  const [job] = await failed(ines)
  expect(job).toMatchObject({ job: 'send-postponed-digest', about: { accountId: ada.user._id }, times: 1 })
  expect(job!.error).toContain('this letter breaks')
  await heal()
  await ines.client.retryFailedJob({ params: { id: job!._id } })
  expect((await world.mailsTo(ada.email, 2)).at(-1)!.text).toContain('We looked at it.')
  expect(await failed(ines)).toEqual([])
  const { entries } = (await ines.client.listAudit({ query: { action: 'job.retried' } })).data
  expect(entries).toHaveLength(1)
})

test('when a batch of emails fails, the broken one is retried alone', async () => {
  const world = await startWorld()
  const people = await Promise.all(['Ada', 'Ben', 'Eve', 'Kai'].map((firstName) => world.dater({ firstName })))
  await until(async () => (await world.query(`select 1 from mails where sent_at is null`)).rowCount === 0)
  await world.query(`create function refuse() returns trigger language plpgsql as
    $$ begin if new.sent_at is not null and new.account_id = '${people[0]!.user._id}' then raise 'this letter breaks'; end if; return new; end $$`)
  await world.query('create trigger refuse before update on mails for each row execute function refuse()')
  const details = { lines: ['Hello.'], link: world.base, settings: world.base }
  await unitOfWork(world.deps, SYSTEM, async (work) => {
    for (const { user } of people) await queueMail(work, { to: user._id, kind: 'notice', details })
  })
  const states = async () =>
    (
      await world.query(
        `select retry_count, state from pgboss.job where name = 'send-mail' and data->>'mailId' in (select id::text from mails where kind = 'notice')`,
      )
    ).rows as { retry_count: number; state: string }[]
  await until(async () => (await states()).some(({ retry_count }) => retry_count > 0))
  await until(async () => (await states()).filter(({ state }) => state === 'completed').length === 3)
  expect((await states()).filter(({ state, retry_count }) => state === 'completed' && retry_count > 0)).toEqual([])
})

test("a renewal that can't be announced delays no other", async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  for (const { user } of [ada, ben])
    await world.query(`insert into subscriptions (account_id, provider, plan, amount, currency, status, created_at, updated_at, current_period_start, current_period_end)
      values ('${user._id}', 'sandbox', 'monthly', 1290, 'EUR', 'active', now(), now(), now() - interval '28 days', now() + interval '1 day')`)
  await refuseMailTo(world, ada)
  await expect(announceRenewals(world.deps)).rejects.toThrow('this letter breaks')
  expect((await world.mailsTo(ben.email, 2)).at(-1)!.subject).toContain('Premium')
})

test('administrators can page through failed jobs, with repeated failures listed once', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.member(), await world.administrator()]
  await tryOnce(world)
  const send = (accountId: string) =>
    world.query(`insert into pgboss.job (name, data, source_name, source_output, source_retry_count, created_on)
      values ('failed-jobs', '{"accountId": "${accountId}"}', 'push', '{"message": "no such place"}', 3, clock_timestamp())`)
  const ids = Array.from({ length: 5 }, () => randomUUID())
  for (const accountId of [...ids, ids[0]!]) await send(accountId)
  const first = (await ines.client.listFailedJobs({ query: { limit: '3' } })).data
  expect(first.jobs.map(({ about, times }) => [about['accountId'], times])).toEqual([
    [ids[0], 2],
    [ids[4], 1],
    [ids[3], 1],
  ])
  expect(first.jobs[0]).toMatchObject({ job: 'push', error: 'no such place', tries: 4 })
  const rest = (await ines.client.listFailedJobs({ query: { limit: '3', before: first.nextBefore! } })).data
  expect(rest.jobs.map(({ about }) => about['accountId'])).toEqual([ids[2], ids[1]])
  expect(rest.nextBefore).toBeNull()
  // The next page comes even if the last job of the page before has been retried.
  const two = (await ines.client.listFailedJobs({ query: { limit: '2' } })).data
  await ines.client.retryFailedJob({ params: { id: two.jobs[1]!._id } })
  const others = (await ines.client.listFailedJobs({ query: { before: two.nextBefore! } })).data
  expect(others.jobs.map(({ about }) => about['accountId'])).toEqual([ids[3], ids[2], ids[1]])
  await ines.client.retryFailedJob({ params: { id: first.jobs[0]!._id } })
  expect((await failed(ines)).map(({ about }) => about['accountId'])).toEqual([ids[3], ids[2], ids[1]])
  await expect(ines.client.retryFailedJob({ params: { id: randomUUID() } })).rejects.toMatchObject({ status: 404 })
  await expect(ada.client.listFailedJobs()).rejects.toMatchObject({ status: 403 })
})

test('a queue created by an older version is updated, and a current one is left alone', async () => {
  const { databaseUrl, query } = await startWorld()
  await query(`update pgboss.queue set retry_limit = 99 where name = 'push'`)
  await query(`update pgboss.schedule set cron = '0 0 1 1 *' where name = 'clean-up'`)
  const queues = async () => (await query('select name, retry_limit, updated_on from pgboss.queue order by name')).rows
  const before = await queues()
  await setUpQueues(databaseUrl)
  const changed = (await queues()).filter(({ updated_on }, at) => +updated_on !== +before[at].updated_on)
  expect(changed).toMatchObject([{ name: 'push', retry_limit: 5 }])
  const { rows } = await query(`select cron from pgboss.schedule where name = 'clean-up'`)
  expect(rows).toEqual([{ cron: '*/10 * * * *' }])
})

test("a reconciliation that can't read the gateway fails, is retried, and is shown to staff", async () => {
  const world = await startWorld({ schedules: true })
  const ines = await world.administrator()
  await world.query('alter table sandbox_objects rename to elsewhere')
  await tryOnce(world)
  await unitOfWork(world.deps, SYSTEM, ({ tx, jobs }) => jobs.add(tx, 'reconcile', {}))
  await until(async () => (await failed(ines)).length > 0)
  expect((await failed(ines))[0]).toMatchObject({
    job: 'reconcile',
    error: '1 of 2 failed. The first: An error occurred with our connection to Stripe.',
  })
})

test("an account that can't be erased delays neither other erasures nor the ledger", async () => {
  const world = await startWorld({ eavesdrop: false })
  const [ada, ben, eve] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.dater()]
  for (const { user } of [ada, ben, eve])
    await world.query(
      `update accounts set state = 'deleting', deletion_due_at = now() - interval '1 day' where id = '${user._id}'`,
    )
  await world.query(`create function refuse() returns trigger language plpgsql as
    $$ begin if new.account_id = '${ada.user._id}' then raise 'this erasure breaks'; end if; return new; end $$`)
  await world.query('create trigger refuse before insert on erasures for each row execute function refuse()')
  await expect(eraseDue(world.deps)).rejects.toThrow('1 of 3 failed. The first: this erasure breaks')
  const { rows } = await world.query('select account_id as id from erasures')
  expect((rows as { id: string }[]).map(({ id }) => id).toSorted()).toEqual([ben.user._id, eve.user._id].toSorted())
})
