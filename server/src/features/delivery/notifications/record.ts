import type { NotificationKind } from '@kindred/contract'
import { seconds } from '../../../infra/clock.ts'
import type { Work } from '../../../work.ts'
import { type SavedNotification, saveLikeCounts, saveNotifications } from './notifications.sql.ts'
import type { NotificationDetails } from './rules.ts'

export type Notice = {
  to: string
  kind: NotificationKind
  /** Unread notifications about the same topic are one notification with a count. */
  topic: string
  details: NotificationDetails
  /** Who is named in the details. When they are erased, the notification is, too. */
  about?: string
  /** When it happened, as the member sees it. By default, this is the moment of the unit of work. */
  at?: Date
  /** Notifies only members who have premium. */
  premiumOnly?: boolean
}

/**
 * Records notifications in the transaction of the event that they are about. Open pages get a live event after the
 * commit; push and email follow. A verb calls this once, with everything that it announces.
 */
export async function record(work: Work<'bus' | 'jobs'>, ...notices: Notice[]): Promise<void> {
  if (notices.length > 0) await announce(work, await saveNotifications(work.tx, notices, work.now))
}

/** Notifies members of how many people like them, once a day however often it is called. */
export async function recordLikeCounts(
  work: Work<'bus' | 'jobs'>,
  counts: readonly { id: string; likes: number }[],
  day: Date,
): Promise<void> {
  await announce(work, await saveLikeCounts(work.tx, counts, day, work.now))
}

/** Members who have the page open read a notification before it is pushed. */
const PUSH_DELAY = seconds(5)

async function announce(work: Work<'bus' | 'jobs'>, saved: readonly SavedNotification[]): Promise<void> {
  const { tx, jobs, bus } = work
  const idsOf = (rows: readonly SavedNotification[]) => [...new Set(rows.map(({ account_id }) => account_id))]
  // Added in the transaction, so that the push is sent at least once. Without a subscription there is no job.
  for (const accountId of idsOf(saved.filter(({ needs_push }) => needs_push)))
    await jobs.add(tx, 'push', { accountId }, PUSH_DELAY)
  if (saved.length > 0) work.afterCommit(() => bus.toAccounts(idsOf(saved), { type: 'notified' }))
}
