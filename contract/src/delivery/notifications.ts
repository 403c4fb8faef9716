import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { NamedUser } from '../named-user.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, integer, plainText, secretText, shown } from '../text.ts'

export const notificationKinds = [
  'match',
  'like',
  'message',
  'superlike',
  'search',
  'report',
  'decision',
  'subscription',
  'security',
] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

export const Notification = z.strictObject({
  _id: id,
  kind: NotificationKind,
  text: shown,
  link: shown,
  count: z.number(),
  at: instant,
  read: z.boolean(),
  /** The sender of a super like, who can be reported and blocked from here, also after they have hidden. */
  person: z.optional(NamedUser),
})
export type Notification = z.infer<typeof Notification>

const hour = integer(0, 23)
const Choice = z.strictObject({ mail: z.enum(['now', 'daily', 'off']), push: z.boolean() })
export const NotificationSettings = z.strictObject({
  kinds: z.record(NotificationKind, Choice),
  /** The hours of the member's day without pushes and emails, or null if there are none. */
  quiet: z.nullable(z.strictObject({ from: hour, to: hour })),
  /**
   * Only in quiet mode: the hour at which the deck gets a handful of people for the day. Pushes and emails about likes
   * and matches wait for it.
   */
  handfulHour: z.optional(hour),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>
const settingsAnswer = dataOf({ settings: NotificationSettings, pushKey: z.nullable(shown) })

export const notifications = defineRoutes({
  listNotifications: {
    method: 'GET',
    path: '/notifications',
    access: 'account',
    beforeTerms: 'staff',
    summary: 'List your notifications, newest first; related ones are grouped',
    returns: dataOf({ notifications: z.array(Notification), unread: z.number() }),
  },
  readNotifications: {
    method: 'PUT',
    path: '/notifications/read',
    access: 'account',
    beforeTerms: 'staff',
    summary: 'Mark some or all notifications as read',
    body: z.strictObject({ ids: z.optional(z.array(id).check(z.maxLength(200))) }),
    returns: Done,
  },
  getNotificationSettings: {
    method: 'GET',
    path: '/notifications/settings',
    access: 'account',
    beforeTerms: 'staff',
    summary: 'Get your notification settings',
    returns: settingsAnswer,
  },
  setNotificationSettings: {
    method: 'PUT',
    path: '/notifications/settings',
    access: 'account',
    beforeTerms: 'staff',
    summary: 'Change your notification settings',
    body: z.strictObject({
      kinds: z.optional(z.partialRecord(NotificationKind, Choice)),
      quiet: z.optional(NotificationSettings.shape.quiet),
      /** Turns quiet mode on, or off with null. */
      handfulHour: z.optional(z.nullable(hour)),
    }),
    returns: settingsAnswer,
  },
  subscribePush: {
    method: 'POST',
    path: '/notifications/push',
    access: 'account',
    beforeTerms: 'staff',
    summary: 'Turn on push notifications in this browser',
    body: z.strictObject({
      endpoint: plainText(1000),
      keys: z.strictObject({ p256dh: plainText(200), auth: plainText(100) }),
    }),
    returns: Done,
    errors: ['conflict'],
  },
  unsubscribePush: {
    method: 'DELETE',
    path: '/notifications/push',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'Turn off push notifications in this browser',
    body: z.strictObject({ endpoint: plainText(1000) }),
    returns: Done,
  },
  unsubscribeMail: {
    method: 'POST',
    path: '/unsubscribe',
    atRoot: true,
    access: 'anyone',
    summary: 'Unsubscribe from notification emails with one click in a mail app (RFC 8058)',
    query: z.object({ t: z.optional(secretText) }),
    ignoresBody: true,
    returns: Done,
  },
})
