import { ApiError, message, type Text } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Deps } from '../../../deps.ts'
import { languageOfAccount } from '../language-of-account.ts'
import { settingsOf } from '../notifications/notifications.ts'
import { recipientOf } from '../notifications/queries.ts'
import { describeOutside, quietUntil } from '../notifications/rules.ts'
import {
  deleteOldSubscriptions,
  deleteSubscription,
  lockSubscriptions,
  markPushed,
  notificationsToPush,
  postponePushes,
  type PushRow,
  saveSubscription,
  subscriptionsOf,
  takeDuePushes,
} from './queries.ts'
import { brandOf } from '../../operations/index.ts'
import { type Gender, write } from '../../../infra/language/write.ts'
import { type Subscription, wrongKeys } from '../../../infra/push.ts'
import { asMember, SYSTEM, unitOfWork } from '../../../work.ts'

const PAGE_SIZE = 500

/**
 * Runs each minute. Sends pushes that waited for the end of quiet hours, and those without a job because the server was
 * killed right after it saved the notifications.
 */
export async function resumePushes(context: Deps): Promise<void> {
  for (;;) {
    const taken = await unitOfWork(context, SYSTEM, async ({ tx, now, jobs }) => {
      const members = await takeDuePushes(tx, now, PAGE_SIZE)
      for (const accountId of new Set(members)) await jobs.add(tx, 'push', { accountId })
      return members.length
    })
    if (taken < PAGE_SIZE) return
  }
}

/** Skips notifications that have since been read. During quiet hours, pushes wait until the end. */
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

/** More browsers than one person uses. Beyond this number, the oldest no longer gets pushes. */
const MOST_BROWSERS = 10

type SubscriptionInput = { endpoint: string; keys: { p256dh: string; auth: string } }

export async function subscribePush(
  context: Deps,
  accountId: string,
  { endpoint, keys: { p256dh, auth } }: SubscriptionInput,
): Promise<void> {
  const msg = message('This isn’t a key of a browser.')
  const errors = wrongKeys({ p256dh, auth }).map((key) => ({ path: `keys.${key}`, msg }))
  if (errors.length > 0) throw new ApiError('invalid_request', msg, { errors })
  if (!context.push.isKnown(endpoint)) throw new ApiError('conflict', 'We don’t support this push service.')
  await unitOfWork(context, asMember(accountId), async ({ tx, now }) => {
    await lockSubscriptions(tx, accountId)
    await saveSubscription(tx, { account_id: accountId, endpoint, p256dh, auth, created_at: now })
    await deleteOldSubscriptions(tx, accountId, MOST_BROWSERS)
  })
}
