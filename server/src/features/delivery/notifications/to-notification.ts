import type { Notification } from '@kindred/contract'
import type { NotificationRow } from './notifications.sql.ts'
import { describe } from './rules.ts'

export const toNotification = ({ id, kind, count, details, at, read_at }: NotificationRow): Notification => ({
  _id: id,
  kind,
  ...describe(kind, details, count),
  count,
  at: at.toISOString(),
  read: read_at !== null,
})
