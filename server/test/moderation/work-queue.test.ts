import { expect, test } from 'vitest'
import { startWorld } from '../world.ts'

test('the work queue counts what waits for staff, each kind up to 100, and members cannot read it', async () => {
  const world = await startWorld()
  const { client } = await world.administrator()
  const ada = await world.dater()
  const queue = async () => (await client.getWorkQueue()).data
  expect(await queue()).toEqual({
    overdueReports: 0,
    appeals: 0,
    photos: 0,
    samePictures: 0,
    accountLinks: 0,
    secondLooks: 0,
    approvals: 0,
    latePayments: 0,
    failedJobs: 0,
    operatorDetails: 2,
    firstSteps: 6,
  })

  for (const description of ['Late and still open', 'Late and resolved', 'Still within time'])
    await ada.client.createReport({ body: { problem_type: 'Other', description } })
  await world.query(`update reports set first_due_at = now() - interval '1 hour' where description like 'Late%'`)
  await world.query(`update reports set status = 'resolved' where description = 'Late and resolved'`)
  await world.query(`update pictures set review = 'held' where account_id = '${ada.user._id}' and position = 0`)
  await world.query(`insert into subscriptions (account_id, provider, provider_id, plan, amount, currency, status, created_at, updated_at)
    values ('${ada.user._id}', 'sandbox', 'sub_late', 'monthly', 990, 'EUR', 'past_due', now(), now())`)
  await world.query(`insert into late_payments (account_id, subscription_id, plan, amount, why, since, settled_at, outcome)
    select account_id, id, 'monthly', 990, 'payment', now(), s.settled_at, s.outcome
    from subscriptions, (values (null::timestamptz, null), (now(), 'paid')) s(settled_at, outcome)
    where provider_id = 'sub_late'`)
  await world.query(`insert into appeals (report_id, account_id, created_at)
    select id, reporter_id, now() from reports where description = 'Late and resolved'`)
  expect(await queue()).toEqual({
    overdueReports: 1,
    appeals: 1,
    photos: 1,
    samePictures: 0,
    accountLinks: 0,
    secondLooks: 0,
    approvals: 0,
    latePayments: 1,
    failedJobs: 0,
    operatorDetails: 2,
    firstSteps: 6,
  })

  await world.query(`insert into reports (reporter_id, problem_type, description, priority, priority_rank, created_at, updated_at,
      first_due_at, resolve_due_at, clocks_from)
    select '${ada.user._id}', 'Other', 'Late', 'other', 4, now(), now(), now() - interval '1 hour', now(), now()
    from generate_series(1, 120)`)
  expect((await queue()).overdueReports).toBe(100)
  await expect(ada.client.getWorkQueue()).rejects.toMatchObject({ status: 403 })
})
