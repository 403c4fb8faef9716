import type { Notification } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import { newestNotifications, type NotificationRow } from './notifications.sql.ts'
import { write } from '../../../infra/language/write.ts'
import { describeNotification } from './rules.ts'

function toNotification(row: NotificationRow, { language, gender }: Answering['caller']): Notification {
  const { id, kind, count, details, at, read_at } = row
  const { text, link } = describeNotification(kind, details, count)
  return {
    _id: id,
    kind,
    text: write(language, text, gender),
    link,
    count,
    at: at.toISOString(),
    read: read_at !== null,
  }
}

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
