import { ApiError, type Notification, type NotificationKind, type NotificationSettings } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import { askForPush } from './outside.ts'
import * as queries from './queries.ts'
import { inWords, settingsFrom } from './rules.ts'
import { asMember, unitOfWork, type Work } from '../../../work.ts'

export { personalData } from './personal-data.ts'

export { pushWaiting, tellAccount, tellWaiting } from './outside.ts'

type Wish = {
  to: string
  kind: NotificationKind
  topic: string
  details: Record<string, string>
  /** Whom it names, if anybody: it goes when they are erased. */
  about?: string
}

/** Writes down what happened, in the transaction in which it does; the page hears of it at once, mail and push follow. */
export async function notify(work: Work<'bus' | 'jobs'>, wish: Wish): Promise<void> {
  const { to } = wish
  const added = await queries.add(work.tx, wish, work.now)
  if (!added) return
  if (added.pushes) await askForPush(work, to)
  work.afterCommit(() => work.bus.toAccounts([to], { type: 'notified' }))
}

/** A like as it comes, for people with premium, who see whose it is anyway; its time is told to the day. */
export async function notifyPremiumOfLike(work: Work<'bus' | 'jobs'>, to: string): Promise<void> {
  const added = await queries.addLikeForPremium(work.tx, to, work.now)
  if (!added) return
  if (added.pushes) await askForPush(work, to)
  work.afterCommit(() => work.bus.toAccounts([to], { type: 'notified' }))
}

/** How many like each of these, as a notification of this day. Told once a day, however often it is asked for. */
export async function notifyOfLikes(
  work: Work<'bus' | 'jobs'>,
  counted: readonly { id: string; likes: number }[],
  day: Date,
): Promise<void> {
  const added = await queries.addLikes(work.tx, counted, day, work.now)
  for (const { account_id, pushes } of added) if (pushes) await askForPush(work, account_id)
  work.afterCommit(() =>
    work.bus.toAccounts(
      added.map(({ account_id }) => account_id),
      { type: 'notified' },
    ),
  )
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

export const changeSettings = (context: Deps, accountId: string, change: Change): Promise<NotificationSettings> =>
  unitOfWork(context, asMember(accountId), async ({ tx, now }) => {
    const before = settingsOf((await queries.lockAccount(tx, accountId))!)
    const after = {
      kinds: { ...before.kinds, ...change.kinds },
      quiet: change.quiet === undefined ? before.quiet : change.quiet,
    }
    await queries.saveSettings(tx, accountId, after)
    // What waits is looked at anew: it may be wished for sooner.
    await queries.dueNow(tx, accountId, now)
    return after
  })

export async function subscribe(
  { db, push, clock }: Deps,
  accountId: string,
  endpoint: string,
  p256dh: string,
  auth: string,
) {
  if (!push.isKnown(endpoint)) throw new ApiError('conflict', 'We do not know this push service.')
  await queries.addSubscription(db, { account_id: accountId, endpoint, p256dh, auth, created_at: clock.now() })
}

/** No mail of any kind that is told by choice; what is pushed stays as it is. */
export const endMails = (context: Pick<Deps, 'db' | 'clock' | 'log'>, accountId: string): Promise<void> =>
  unitOfWork(context, asMember(accountId), async ({ tx }) => {
    const account = await queries.lockAccount(tx, accountId)
    if (!account) return
    const { kinds, quiet } = settingsOf(account)
    const off = Object.fromEntries(
      Object.entries(kinds).map(([kind, choice]) => [kind, { ...choice, mail: 'off' as const }]),
    )
    await queries.saveSettings(tx, accountId, { kinds: off, quiet })
  })

/** Of which of these there is something that has not been read. */
export const unreadAmong = async ({ db }: Pick<Deps, 'db'>, accountId: string, topics: readonly string[]) =>
  new Set(topics.length > 0 ? await queries.unreadOf(db, accountId, topics) : [])

/** Who has read a conversation does not want to be told of it any more. */
export const settle = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, accountId: string, topic: string) =>
  queries.readTopic(db, accountId, topic, clock.now())
