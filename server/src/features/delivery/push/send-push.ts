import { message, type Text } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Deps } from '../../../deps.ts'
import { type Gender, write } from '../../../infra/language/write.ts'
import type { Subscription } from '../../../infra/push.ts'
import { brandOf } from '../../operations/index.ts'
import { languageOfAccount } from '../language-of-account.ts'
import { recipientOf } from '../notifications/due.sql.ts'
import { describeOutside, quietUntil } from '../notifications/rules.ts'
import { settingsOf } from '../notifications/settings.ts'
import {
  deleteSubscription,
  markPushed,
  notificationsToPush,
  postponePushes,
  type PushRow,
  subscriptionsOf,
} from './push.sql.ts'

/** Skips what has been read since. During quiet hours it waits until they end. */
export async function sendPush(context: Deps, accountId: string): Promise<void> {
  const { db, clock } = context
  const now = clock.now()
  const recipient = await recipientOf(db, accountId)
  if (!recipient) return
  const { kinds, quiet } = settingsOf(recipient)
  const quietEnd = quietUntil(quiet, recipient.time_zone, now)
  if (quietEnd) return void (await postponePushes(db, accountId, quietEnd))
  const rows = await notificationsToPush(db, accountId)
  const messages = toPushMessages(rows.filter(({ kind }) => kinds[kind].push))
  if (messages.length > 0)
    await pushToDevices(context, accountId, messages, {
      language: languageOfAccount(recipient, context.config),
      gender: recipient.gender,
    })
  await markPushed(db, accountId, rows, now)
}

type PushMessage = { text: Text; link: string }

const MOST_PUSHES = 3

function toPushMessages(rows: readonly PushRow[]): PushMessage[] {
  if (rows.length <= MOST_PUSHES) return rows.map(({ kind, details, count }) => describeOutside(kind, details, count))
  return [
    {
      text: message('{count, plural, one {# new notification} other {# new notifications}}', { count: rows.length }),
      link: '/notifications',
    },
  ]
}

/**
 * Sends to all devices at once, so that a member's job takes no longer than one send. A push leaves out a message's
 * text, because it may appear on a locked screen.
 */
async function pushToDevices(
  { db, push, config }: Deps,
  accountId: string,
  messages: readonly PushMessage[],
  { language, gender }: { language: Language; gender: Gender },
) {
  const title = await brandOf({ config, db })
  const payloads = messages.map(({ text, link }) => ({ title, body: write(language, text, gender), link }))
  const sendTo = async ({ endpoint, p256dh, auth }: Subscription) => {
    const outcomes = await Promise.all(payloads.map((payload) => push.send({ endpoint, p256dh, auth }, payload)))
    if (outcomes.includes('gone')) await deleteSubscription(db, accountId, endpoint)
    return outcomes
  }
  const outcomes = await Promise.all((await subscriptionsOf(db, accountId)).map(sendTo))
  // The job is retried. Devices that already have the push show it in the same place.
  if (outcomes.flat().includes('failed')) throw new Error('A push service did not take it.')
}
