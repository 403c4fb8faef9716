import { ApiError, type Notification, type NotificationKind, type NotificationSettings } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Account } from '../../http/session.ts'
import { later, seconds } from '../../infra/clock.ts'
import { transaction, type Tx } from '../../infra/db/db.ts'
import { brandOf } from '../configuration/service.ts'
import { queueMail } from '../mail/service.ts'
import * as queries from './queries.ts'
import { DIGEST_HOUR, hourIn, inWords, isQuiet, settingsFrom } from './rules.ts'

type Wish = { to: string; kind: NotificationKind; topic: string; details: Record<string, string> }

/** Writes down what happened, in the transaction in which it does; the page hears of it at once, mail and push follow. */
export async function notify(
  tx: Tx,
  { clock, bus }: Pick<Deps, 'clock' | 'bus'>,
  { to, kind, topic, details }: Wish,
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  await queries.add(tx, to, kind, topic, details, clock.now())
  afterCommit(() => bus.toAccounts([to], { type: 'notified' }))
}

const MOST = 100

const told = ({ id, kind, count, details, at, read_at }: queries.Row): Notification => ({
  _id: id,
  kind: kind as NotificationKind,
  ...inWords(kind as NotificationKind, details, count),
  count,
  at: at.toISOString(),
  read: read_at !== null,
})

export async function notificationsOf({ db }: Deps, accountId: string) {
  const rows = await queries.newest(db, accountId, MOST)
  return { notifications: rows.map(told), unread: rows.filter(({ read_at }) => read_at === null).length }
}

export const settingsOf = (account: Pick<Account, 'notify'>): NotificationSettings =>
  settingsFrom(account.notify as Parameters<typeof settingsFrom>[0])

type Change = {
  kinds?: Partial<NotificationSettings['kinds']> | undefined
  quiet?: NotificationSettings['quiet'] | undefined
}

export async function changeSettings({ db }: Deps, account: Account, change: Change): Promise<NotificationSettings> {
  const before = settingsOf(account)
  const after = {
    kinds: { ...before.kinds, ...change.kinds },
    quiet: change.quiet === undefined ? before.quiet : change.quiet,
  }
  await queries.keepSettings(db, account.id, after)
  return after
}

export async function subscribe(
  { db, push, clock }: Deps,
  accountId: string,
  endpoint: string,
  p256dh: string,
  auth: string,
) {
  if (!push.isKnown(endpoint)) throw new ApiError('conflict', 'We do not know this push service.')
  await queries.addSubscription(db, accountId, endpoint, p256dh, auth, clock.now())
}

/** No mail of any kind that is told by choice; what is pushed stays as it is. */
export async function endMails({ db }: Pick<Deps, 'db'>, accountId: string): Promise<void> {
  const account = await queries.account(db, accountId)
  if (!account) return
  const { kinds, quiet } = settingsOf(account)
  const off = Object.fromEntries(
    Object.entries(kinds).map(([kind, choice]) => [kind, { ...choice, mail: 'off' as const }]),
  )
  await queries.keepSettings(db, accountId, { kinds: off, quiet })
}

const A_WHILE = seconds(30)
const AT_ONCE = 200

/** Each minute: what has not been read in the meantime is told by push and mail, as each one wishes. */
export async function tellWaiting(context: Deps): Promise<void> {
  const due = later(context.clock.now(), -A_WHILE)
  for (const { account_id } of await queries.waiting(context.db, due, AT_ONCE)) await tellOne(context, account_id)
}

async function tellOne(context: Deps, accountId: string): Promise<void> {
  const now = context.clock.now()
  const pushed = await transaction(context.db, async (tx) => {
    const account = await queries.account(tx, accountId)
    const rows = await queries.hold(tx, accountId)
    if (!account || rows.length === 0) return []
    const settings = settingsOf(account)
    const hour = hourIn(account.time_zone, now)
    if (isQuiet(settings.quiet, hour)) return []
    const isDue = ({ kind }: queries.Row) =>
      settings.kinds[kind as NotificationKind].mail !== 'daily' || hour === DIGEST_HOUR
    const due = rows.filter(isDue)
    const mailed = due.filter(({ kind }) => settings.kinds[kind as NotificationKind].mail !== 'off').map(told)
    if (mailed.length > 0 && account.email_verified_at && ['active', 'paused'].includes(account.state))
      await queueMail(tx, context, {
        to: accountId,
        kind: 'notice',
        details: {
          lines: mailed.map(({ text }) => text),
          link: context.config.PUBLIC_URL + (mailed.length === 1 ? mailed[0]!.link : '/notifications'),
          settings: `${context.config.PUBLIC_URL}/settings#notifications`,
        },
      })
    // What waits for the day's mail has been pushed at its time, or does not want to be.
    const fresh = rows.filter((row) => settings.kinds[row.kind as NotificationKind].push)
    if (due.length > 0)
      await queries.markTold(
        tx,
        due.map(({ id }) => id),
        now,
      )
    return due.length > 0 ? fresh.filter(({ id }) => due.some((row) => row.id === id)).map(told) : []
  })
  for (const notification of pushed) await pushTo(context, accountId, notification)
}

/** A push says that there is something, not what was written. */
async function pushTo({ db, push, config }: Deps, accountId: string, { text, link }: Notification): Promise<void> {
  const title = await brandOf({ config, db })
  for (const { endpoint, p256dh, auth } of await queries.subscriptions(db, accountId)) {
    const outcome = await push.send({ endpoint, p256dh, auth }, { title, body: text, link })
    if (outcome === 'gone') await queries.dropSubscription(db, endpoint)
  }
}

/** Of which of these there is something that has not been read. */
export const unreadAmong = async ({ db }: Pick<Deps, 'db'>, accountId: string, topics: readonly string[]) =>
  new Set(topics.length > 0 ? await queries.unreadOf(db, accountId, topics) : [])

/** Who has read a conversation does not want to be told of it any more. */
export const settle = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, accountId: string, topic: string) =>
  queries.readTopic(db, accountId, topic, clock.now())
