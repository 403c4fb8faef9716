import { say, type Text } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Deps } from '../../../deps.ts'
import { write } from '../../../infra/language/write.ts'
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

/** Pushes what hasn't been read in the meantime. During quiet hours it waits until they end. */
export async function sendPush(context: Deps, accountId: string): Promise<void> {
  const { db, clock } = context
  const now = clock.now()
  const recipient = await recipientOf(db, accountId)
  if (!recipient) return
  const { kinds, quiet } = settingsOf(recipient)
  const quietEnd = quietUntil(quiet, recipient.time_zone, now)
  if (quietEnd) return void (await postponePushes(db, accountId, quietEnd))
  const rows = await notificationsToPush(db, accountId)
  for (const message of toPushMessages(rows.filter(({ kind }) => kinds[kind].push)))
    await pushToDevices(context, accountId, message, languageOfAccount(recipient, context.config))
  await markPushed(db, accountId, rows, now)
}

type PushMessage = { text: Text; link: string }

/** If there are more, they are summed up in one push. */
const MOST_PUSHES = 3

function toPushMessages(rows: readonly PushRow[]): PushMessage[] {
  if (rows.length <= MOST_PUSHES) return rows.map(({ kind, details, count }) => describeOutside(kind, details, count))
  return [
    {
      text: say('{count, plural, one {# new notification} other {# new notifications}}', { count: rows.length }),
      link: '/notifications',
    },
  ]
}

/** A push doesn't contain what a message says, since it may appear on a locked screen. */
async function pushToDevices(
  { db, push, config }: Deps,
  accountId: string,
  { text, link }: PushMessage,
  language: Language,
) {
  const title = await brandOf({ config, db })
  const body = write(language, text)
  let hasFailed = false
  for (const { endpoint, p256dh, auth } of await subscriptionsOf(db, accountId)) {
    const outcome = await push.send({ endpoint, p256dh, auth }, { title, body, link })
    if (outcome === 'gone') await deleteSubscription(db, accountId, endpoint)
    hasFailed ||= outcome === 'failed'
  }
  // The job runs again. Devices that already have the push show it in the same place.
  if (hasFailed) throw new Error('A push service did not take it.')
}
