import type { Notification } from '@kindred/contract/delivery/notifications'

/** Unread notes that mention the viewer. */
export type Mentions = { mentions: readonly Notification[]; read: (id: string) => void }

export const noMentions: Mentions = { mentions: [], read: () => {} }
