import type { Notification } from '@kindred/contract'
import type { Answering } from '../../../http/caller.ts'
import { write } from '../../../infra/language/write.ts'
import type { NotificationRow } from './notifications.sql.ts'
import { describeNotification } from './rules.ts'

export function toNotification(row: NotificationRow, { language, gender }: Answering['caller']): Notification {
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
