import type { Notification } from '@kindred/contract'

/**
 * A fingerprint of the notifications about likes: while it is unchanged, there are no new likes, and none became a
 * match. Reading the notifications doesn't change it.
 */
export const likesFingerprint = (notifications: readonly Notification[]): string =>
  notifications.map(({ kind, _id, count, at }) => (/like|match/.test(kind) ? [_id, count, at] : '')).join('')
