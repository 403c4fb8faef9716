import type { Notification } from '@kindred/contract'

/**
 * What notifications say of likes: while it is the same, nobody came to the likes, or went because the two matched.
 * Reading them changes nothing.
 */
export const likesFingerprint = (notifications: readonly Notification[]): string =>
  notifications.map(({ kind, _id, count, at }) => (/like|match/.test(kind) ? [_id, count, at] : '')).join('')
