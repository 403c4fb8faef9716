import type { notifications } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as queries from './queries.ts'
import { changeSettings, notificationsOf, settingsOf, subscribe } from './service.ts'

export const notificationHandlers: Handlers<typeof notifications> = {
  listNotifications: async (context) => ({ data: await notificationsOf(context, context.viewer.account.id) }),
  readNotifications: async ({ db, clock, viewer }, { body }) => {
    await queries.markRead(db, viewer.account.id, body.ids, clock.now())
    return { done: true }
  },
  getNotificationSettings: async ({ viewer, push }) => ({
    data: { settings: settingsOf(viewer.account), pushKey: push.publicKey },
  }),
  setNotificationSettings: async (context, { body }) => ({
    data: {
      settings: await changeSettings(context, context.viewer.account.id, body as never),
      pushKey: context.push.publicKey,
    },
  }),
  subscribePush: async (context, { body }) => {
    await subscribe(context, context.viewer.account.id, body.endpoint, body.keys.p256dh, body.keys.auth)
    return { done: true }
  },
  unsubscribePush: async ({ db, viewer }, { body }) => {
    await queries.dropSubscription(db, body.endpoint, viewer.account.id)
    return { done: true }
  },
}
