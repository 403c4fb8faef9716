import type { Notification } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import { newestNotifications } from './notifications.sql.ts'
import { toNotification } from './to-notification.ts'

const MOST_LISTED = 100

export async function listNotifications(
  { db, caller }: Deps & Answering,
  accountId: string,
): Promise<{ notifications: Notification[]; unread: number }> {
  const notifications = (await newestNotifications(db, accountId, MOST_LISTED)).map((row) =>
    toNotification(row, caller),
  )
  return { notifications, unread: notifications.filter(({ read }) => !read).length }
}
