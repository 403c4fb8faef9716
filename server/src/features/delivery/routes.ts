import { ApiError, type notifications } from '@kindred/contract'
import type { Handlers } from '../../http/mount.ts'
import { accountOfToken } from './mail/mail.ts'
import { changeSettings, stopNotificationMail, listNotifications, settingsOf } from './notifications/notifications.ts'
import { markNotificationsRead } from './notifications/queries.ts'
import { deleteSubscription } from './push/queries.ts'
import { subscribePush } from './push/push.ts'

export const notificationHandlers: Handlers<typeof notifications> = {
  listNotifications: async (context) => ({ data: await listNotifications(context, context.viewer.account) }),
  readNotifications: async ({ db, clock, viewer }, { body }) => {
    await markNotificationsRead(db, viewer.account.id, body.ids, clock.now())
    return { done: true }
  },
  getNotificationSettings: async ({ viewer, push }) => ({
    data: { settings: settingsOf(viewer.account), pushKey: push.publicKey },
  }),
  setNotificationSettings: async (context, { body }) => ({
    data: {
      settings: await changeSettings(context, context.viewer.account.id, body),
      pushKey: context.push.publicKey,
    },
  }),
  subscribePush: async (context, { body }) => {
    await subscribePush(context, context.viewer, body)
    return { done: true }
  },
  unsubscribePush: async ({ db, viewer }, { body }) => {
    await deleteSubscription(db, viewer.account.id, body.endpoint)
    return { done: true }
  },
  unsubscribeMail: async (context, { query }) => {
    const accountId = accountOfToken(context.keys, query.t ?? '')
    if (!accountId) throw new ApiError('invalid_request', 'This link isn’t valid.')
    await stopNotificationMail(context, accountId)
    return { done: true }
  },
}
