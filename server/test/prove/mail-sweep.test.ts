import { expect, test } from 'vitest'
import { queueMail, sweepMail } from '../../src/features/delivery/mail/mail.ts'
import { minutes } from '../../src/infra/clock.ts'
import type { Person } from '../people.ts'
import { startWorld, until, type World } from '../world.ts'
import { SYSTEM, unitOfWork } from '../../src/work.ts'

// No email gets lost: an email without a job gets a new job, and a failed email is retried at growing intervals.

const write = (world: World, { user }: Person, delay = 0) =>
  unitOfWork(world.deps, SYSTEM, (work) =>
    queueMail(work, { to: user._id, kind: 'deletion-cancelled', details: {}, delay }),
  )
const waiting = async ({ query }: World) =>
  (await query('select sweeps, tries from mails where sent_at is null')).rows as { sweeps: number; tries: number }[]

test('an email whose job was lost is sent', async () => {
  const world = await startWorld()
  const ada = await world.member()
  await world.mailsTo(ada.email)
  await write(world, ada, minutes(1))
  await world.query("delete from pgboss.job where name = 'send-mail'")
  await sweepMail(world.deps)
  expect(await waiting(world)).toEqual([{ sweeps: 0, tries: 0 }])
  world.turnClock(minutes(12))
  await sweepMail(world.deps)
  expect((await world.mailsTo(ada.email, 2)).some(({ subject }) => subject.includes('keeping'))).toBe(true)
})

test('a failed email is retried four times at growing intervals, then stays in the list of failed jobs', async () => {
  const world = await startWorld({ env: { SMTP_URL: 'smtp://127.0.0.1:9' }, eavesdrop: false })
  const ada = await world.member()
  await world.query('update pgboss.queue set retry_limit = 0')
  await world.query('delete from mails; delete from pgboss.job')
  await write(world, ada)
  /** The number of entries in the staff's list of failed jobs. */
  const failed = async () =>
    (await world.query("select from pgboss.job where name = 'failed-jobs' and state = 'created'")).rowCount
  const untilTried = (count: number) =>
    until(async () => (await waiting(world))[0]!.tries === count && (await failed()) === 1)
  await untilTried(1)
  for (const [at, wait] of [11, 61, 6 * 60 + 1, 24 * 60 + 1].entries()) {
    await sweepMail(world.deps)
    expect(await waiting(world)).toEqual([{ sweeps: at, tries: at + 1 }])
    world.turnClock(minutes(wait))
    await sweepMail(world.deps)
    await untilTried(at + 2)
  }
  world.turnClock(minutes(7 * 24 * 60))
  await sweepMail(world.deps)
  expect(await waiting(world)).toEqual([{ sweeps: 4, tries: 5 }])
  expect(await failed()).toBe(1)
})
