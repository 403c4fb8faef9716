import { ApiError, message, type Text } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { languageOfAccount } from '../language-of-account.ts'
import { isReachable, settingsOf } from '../notifications/notifications.ts'
import { recipientOf } from '../notifications/queries.ts'
import { describeOutside, isInQuietMode, pushUntil } from '../notifications/rules.ts'
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
import type { Viewer } from '../../../http/session.ts'
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

/** Skips notifications that have since been read. Pushes wait for the end of quiet hours, or the hour of quiet mode. */
export async function sendPush(context: Deps, accountId: string): Promise<void> {
  const { db, clock } = context
  const now = clock.now()
  const recipient = await recipientOf(db, accountId)
  if (!recipient) return
  const settings = settingsOf(recipient)
  const timed = (await notificationsToPush(db, accountId)).map((row) => ({
    ...row,
    until: pushUntil(row.kind, settings, recipient.time_zone, now),
  }))
  await postponePushes(db, accountId, timed)
  const rows = timed.filter(({ until }) => until === null)
  const pushed = rows.filter(({ kind }) => settings.kinds[kind].push)
  const messages = toPushMessages(pushed, isInQuietMode(recipient))
  if (messages.length > 0 && isReachable(recipient)) await pushToDevices(context, accountId, messages, recipient)
  await markPushed(db, accountId, rows, now)
}

type PushMessage = { text: Text; link: string }

const MOST_PUSHES = 3

function toPushMessages(rows: readonly PushRow[], isQuiet: boolean): PushMessage[] {
  if (rows.length <= MOST_PUSHES)
    return rows.map(({ kind, details, count }) => describeOutside(kind, details, count, isQuiet))
  return [
    {
      text: isQuiet
        ? message('New notifications')
        : message('{count, plural, one {# new notification} other {# new notifications}}', { count: rows.length }),
      link: '/notifications',
    },
  ]
}

/**
 * Sends to all devices at once, so that a member's job takes no longer than one send. A push leaves out a message's
 * text, because it may appear on a locked screen.
 */
async function pushToDevices(
  { db, clock, push, config }: Deps,
  accountId: string,
  messages: readonly PushMessage[],
  recipient: { language: string | null; gender: Gender },
) {
  const { gender } = recipient
  const title = await brandOf({ config, db })
  const language = languageOfAccount(recipient, config)
  const payloads = messages.map(({ text, link }) => ({ title, body: write(language, text, gender), link }))
  const sendTo = async ({ endpoint, p256dh, auth }: Subscription) => {
    const outcomes = await Promise.all(payloads.map((payload) => push.send({ endpoint, p256dh, auth }, payload)))
    if (outcomes.includes('gone')) await deleteSubscription(db, accountId, endpoint)
    return outcomes
  }
  const outcomes = await Promise.all((await subscriptionsOf(db, accountId, clock.now())).map(sendTo))
  // The job is retried. Devices that already have the push show it in the same place.
  if (outcomes.flat().includes('failed')) throw new Error('A push service did not take it.')
}

/** More browsers than one person uses. Beyond this number, the oldest no longer gets pushes. */
const MOST_BROWSERS = 10

type SubscriptionInput = { endpoint: string; keys: { p256dh: string; auth: string } }

export async function subscribePush(
  context: Deps,
  { account: { id: accountId }, sessionId }: Viewer,
  { endpoint, keys: { p256dh, auth } }: SubscriptionInput,
): Promise<void> {
  const msg = message('This isn’t a key of a browser.')
  const errors = wrongKeys({ p256dh, auth }).map((key) => ({ path: `keys.${key}`, msg }))
  if (errors.length > 0) throw new ApiError('invalid_request', msg, { errors })
  if (!context.push.isKnown(endpoint)) throw new ApiError('conflict', 'We don’t support this push service.')
  await unitOfWork(context, asMember(accountId), async ({ tx, now }) => {
    await lockSubscriptions(tx, accountId)
    await saveSubscription(tx, {
      account_id: accountId,
      session_id: sessionId,
      endpoint,
      p256dh,
      auth,
      created_at: now,
    })
    await deleteOldSubscriptions(tx, accountId, MOST_BROWSERS)
  })
}
