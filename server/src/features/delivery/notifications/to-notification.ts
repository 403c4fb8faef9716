import type { Notification } from '@kindred/contract'
import type { NotificationRow } from './notifications.sql.ts'
import { describeNotification } from './rules.ts'

export const toNotification = ({ id, kind, count, details, at, read_at }: NotificationRow): Notification => ({
  _id: id,
  kind,
  ...describeNotification(kind, details, count),
  count,
  at: at.toISOString(),
  read: read_at !== null,
})
