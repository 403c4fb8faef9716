import type { NotificationKind } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { seconds } from '../../../infra/clock.ts'
import { type Opening, SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { type Recorded, saveLikeCounts, saveNotifications } from './notifications.sql.ts'
import type { NotificationDetails } from './rules.ts'

export type Notice = {
  to: string
  kind: NotificationKind
  /** Unread notifications about the same topic are merged into one with a count. */
  topic: string
  details: NotificationDetails
  /** The person named in the details. Erasing them erases the notification, too. */
  about?: string
  /** The time of the event for the member. The default is the moment of the unit of work. */
  at?: Date
  premiumOnly?: boolean
}

/**
 * Runs in the transaction of the event. Open pages get a live event after the commit; push and email follow. A command
 * calls this once, with everything that it announces.
 */
export async function record(work: Work<'bus' | 'jobs'>, ...notices: Notice[]): Promise<void> {
  if (notices.length > 0) await enqueuePushes(work, await saveNotifications(work.tx, notices, work.now))
}

/** At most one notification a day tells members the minimum number of people who like them. */
export async function recordLikeCounts(
  work: Work<'bus' | 'jobs'>,
  counts: readonly { id: string; likes: number }[],
  day: Date,
): Promise<void> {
  await enqueuePushes(work, await saveLikeCounts(work.tx, counts, day, work.now))
}

/** Members who have the page open read a notification before it is pushed. */
const PUSH_DELAY = seconds(5)

async function enqueuePushes(work: Work<'bus' | 'jobs'>, recorded: Recorded): Promise<void> {
  // Added in the transaction, so that the push is sent at least once. Without a subscription there is no job.
  for (const accountId of recorded.to_push) await work.jobs.add(work.tx, 'push', { accountId }, PUSH_DELAY)
  work.afterCommit(() => emitNotified(work, recorded))
}

/** Announces what another statement has recorded. A push whose job can't be added is found by resume-pushes.ts. */
export function announce(context: Opening & Pick<Deps, 'bus' | 'jobs'>, recorded: Recorded): void {
  emitNotified(context, recorded)
  if (recorded.to_push.length === 0) return
  unitOfWork(context, SYSTEM, async ({ tx, jobs }) => {
    for (const accountId of recorded.to_push) await jobs.add(tx, 'push', { accountId }, PUSH_DELAY)
  }).catch((error: unknown) => context.log.error({ err: error }, 'a push could not be planned'))
}

function emitNotified({ bus }: Pick<Deps, 'bus'>, { notified }: Recorded): void {
  if (notified.length > 0) bus.toAccounts(notified, { type: 'notified' })
}
