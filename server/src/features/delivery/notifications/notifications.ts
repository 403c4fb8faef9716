import { ApiError, type Notification, type NotificationSettings } from '@kindred/contract'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { LetterKind } from '../mail/letter-kinds.ts'
import { type MailInput, queueMail } from '../mail/mail.ts'
import {
  type DueRow,
  lockDue,
  makeDue,
  markMailed,
  markTopicsRead,
  membersWithDueMail,
  newestNotifications,
  type NotificationRow,
  postpone,
  type Recipient,
  recipientOf,
  type Recorded,
  saveLikeCounts,
  saveNotifications,
  unreadTopicsOf,
  type Notice,
} from './queries.ts'
import {
  describeNotification,
  describeOutside,
  isInQuietMode,
  type KindSettings,
  type StoredSettings,
  toKinds,
  toSettings,
  whenToMail,
} from './rules.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Account } from '../../../http/session.ts'
import { days, later, seconds } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { isUnavailable } from '../../../infra/db/unavailable.ts'
import { write } from '../../../infra/language/write.ts'
import { asMember, type Opening, SYSTEM, unitOfWork, type Work } from '../../../work.ts'

/** Only `saveSettings` writes the column, so its JSON always has the shape of the settings. */
const storedIn = ({ notify }: Pick<Account, 'notify'>) => notify as StoredSettings

export const settingsOf = (account: Pick<Account, 'notify' | 'handful_hour'>): NotificationSettings =>
  toSettings({ ...storedIn(account), handfulHour: account.handful_hour })

async function lockSettings(tx: Tx, accountId: string): Promise<NotificationSettings | undefined> {
  await sql`select identity_lock(${accountId})`.execute(tx)
  const account = await tx
    .selectFrom('identity_people')
    .select(['id', 'notify', 'handful_hour'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return account && settingsOf(account)
}

/** The hour of quiet mode has a column of its own, because the deck reads it. */
const saveSettings = (tx: Tx, accountId: string, { handfulHour, ...notify }: NotificationSettings) =>
  sql`
    select from identity_change(
      ${accountId}, ${JSON.stringify({ notify, handful_hour: handfulHour ?? null })}::jsonb, false)`.execute(tx)

type SettingsInput = {
  kinds?: KindSettings | undefined
  quiet?: NotificationSettings['quiet'] | undefined
  handfulHour?: number | null | undefined
}

export const changeSettings = (
  context: Deps,
  accountId: string,
  { kinds, quiet, handfulHour }: SettingsInput,
): Promise<NotificationSettings> =>
  unitOfWork(context, asMember(accountId), async ({ tx, now }) => {
    const before = await lockSettings(tx, accountId)
    if (!before) throw new ApiError('not_found', 'We couldn’t find this account.')
    const hour = handfulHour === undefined ? before.handfulHour : handfulHour
    const after = {
      kinds: toKinds((kind) => kinds?.[kind] ?? before.kinds[kind]),
      quiet: quiet === undefined ? before.quiet : quiet,
      ...(typeof hour === 'number' ? { handfulHour: hour } : {}),
    }
    await saveSettings(tx, accountId, after)
    // The new settings may make a waiting notification due sooner.
    await makeDue(tx, accountId, now)
    return after
  })

export const stopNotificationMail = (context: Pick<Deps, 'db' | 'clock' | 'log'>, accountId: string): Promise<void> =>
  unitOfWork(context, asMember(accountId), async ({ tx }) => {
    const before = await lockSettings(tx, accountId)
    if (!before) return
    const kinds = toKinds((kind) => ({ ...before.kinds[kind], mail: 'off' }))
    await saveSettings(tx, accountId, { ...before, kinds })
  })

function toNotification(
  row: NotificationRow,
  { language, gender }: Answering['caller'],
  isQuiet: boolean,
): Notification {
  const { id, kind, count, details, at, read_at, about_id } = row
  const { text, link } = describeNotification(kind, details, count, isQuiet)
  return {
    _id: id,
    kind,
    text: write(language, text, gender),
    link,
    count,
    at: at.toISOString(),
    read: read_at !== null,
    ...(kind === 'superlike' && about_id ? { person: { _id: about_id, name: details.name ?? '' } } : {}),
  }
}

const MOST_LISTED = 100

export async function listNotifications(
  { db, caller }: Deps & Answering,
  account: Pick<Account, 'id' | 'handful_hour'>,
): Promise<{ notifications: Notification[]; unread: number }> {
  const rows = await newestNotifications(db, account.id, MOST_LISTED)
  const notifications = rows.map((row) => toNotification(row, caller, isInQuietMode(account)))
  return { notifications, unread: notifications.filter(({ read }) => !read).length }
}

export const markTopicRead = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, accountId: string, ...topics: string[]) =>
  markTopicsRead(db, accountId, topics, clock.now())

export const unreadTopics = async (
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  topics: readonly string[],
): Promise<Set<string>> => new Set(topics.length > 0 ? await unreadTopicsOf(db, accountId, topics) : [])

/**
 * Runs in the transaction of the event. Open pages get a live event after the commit; push and email follow. A command
 * calls this once, with everything that it announces.
 */
export async function record(work: Work<'bus' | 'jobs'>, ...notices: Notice[]): Promise<void> {
  if (notices.length > 0) await enqueuePushes(work, await saveNotifications(work.tx, notices, work.now))
}

/** Notifies members at most once a day of the minimum number of people who like them. */
export async function recordLikeCounts(
  work: Work<'bus' | 'jobs'>,
  counts: readonly { id: string; likes: number }[],
  day: Date,
): Promise<void> {
  await enqueuePushes(work, await saveLikeCounts(work.tx, counts, day, work.now))
}

/** The delay lets members with an open page read a notification before it is pushed. */
const PUSH_DELAY = seconds(5)

async function enqueuePushes(work: Work<'bus' | 'jobs'>, recorded: Recorded): Promise<void> {
  // Added in the transaction, so that the push is sent at least once. Without a subscription there is no job.
  for (const accountId of recorded.to_push) await work.jobs.add(work.tx, 'push', { accountId }, PUSH_DELAY)
  work.afterCommit(() => emitNotified(work, recorded))
}

/**
 * Announces notifications that another statement has recorded. If a job can't be added, push.ts finds the push later.
 */
export function announce(context: Opening & Pick<Deps, 'bus' | 'jobs'>, recorded: Recorded): void {
  emitNotified(context, recorded)
  if (recorded.to_push.length === 0) return
  unitOfWork(context, SYSTEM, async ({ tx, jobs }) => {
    for (const accountId of recorded.to_push) await jobs.add(tx, 'push', { accountId }, PUSH_DELAY)
  }).catch((error: unknown) => context.log.error({ err: error }, 'a push could not be planned'))
}

function emitNotified({ bus }: Pick<Deps, 'bus'>, { notified }: Recorded): void {
  if (notified.length > 0) bus.toAccounts(notified, { type: 'notified' })
}

type Announced<K extends LetterKind> = { notice: Notice; mail: MailInput<K> }

export async function recordAndMail<K extends LetterKind>(
  work: Work<'config' | 'bus' | 'jobs' | 'keys'>,
  announced: readonly Announced<K>[],
): Promise<void> {
  for (const { mail } of announced) await queueMail(work, mail)
  await record(work, ...announced.map(({ notice }) => notice))
}

const PAGE_SIZE = 200

export async function sendDueDigests(context: Deps): Promise<void> {
  const seen = new Set<string>()
  for (;;) {
    const due = await membersWithDueMail(context.db, context.clock.now(), PAGE_SIZE)
    // Another worker is handling members who are still due after their turn.
    const members = due.filter((accountId) => !seen.has(accountId))
    if (members.length === 0) return
    for (const accountId of members) await sendOrPostpone(context, accountId)
    for (const accountId of members) seen.add(accountId)
  }
}

/** A member's job is retried several times before their notifications are due again. */
const POSTPONED_FOR = days(1)

/** A member whose email fails doesn't delay others: their notifications get a job of their own. */
async function sendOrPostpone(context: Deps, accountId: string): Promise<void> {
  const { clock, log } = context
  await sendDigest(context, accountId, clock.now()).catch(async (error: unknown) => {
    if (isUnavailable(error)) throw error
    log.error({ err: error, account: accountId }, 'notifications could not be emailed to a member')
    await unitOfWork(context, SYSTEM, async ({ tx, now, jobs }) => {
      const until = later(now, POSTPONED_FOR)
      const rows = await lockDue(tx, accountId, now)
      await postpone(
        tx,
        accountId,
        rows.map(({ id }) => ({ id, until })),
      )
      await jobs.add(tx, 'send-postponed-digest', { accountId })
    })
  })
}

export const sendPostponedDigest = (context: Deps, accountId: string): Promise<void> =>
  sendDigest(context, accountId, later(context.clock.now(), POSTPONED_FOR))

async function sendDigest(context: Deps, accountId: string, until: Date): Promise<void> {
  await unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now } = work
    const recipient = await recipientOf(tx, accountId)
    const rows = recipient ? await lockDue(tx, accountId, until) : []
    if (!recipient || rows.length === 0) return
    const settings = settingsOf(recipient)
    const mailed: DueRow[] = []
    const done: string[] = []
    const waiting: { id: string; until: Date }[] = []
    for (const row of rows) {
      const when = whenToMail(row.kind, settings, recipient.time_zone, now)
      if (when instanceof Date) waiting.push({ id: row.id, until: when })
      else done.push(row.id)
      if (when === 'now') mailed.push(row)
    }
    await postpone(tx, accountId, waiting)
    await markMailed(tx, accountId, done, now)
    if (mailed.length > 0 && canGetMail(recipient)) await queueDigest(work, recipient, mailed)
  })
}

/** People who were banned or are leaving get no news by email or push. */
export const isReachable = ({ state }: Recipient): boolean => ['active', 'paused'].includes(state)

const canGetMail = (recipient: Recipient): boolean => recipient.email_verified_at !== null && isReachable(recipient)

async function queueDigest(
  work: Work<'config' | 'jobs' | 'keys'>,
  recipient: Recipient,
  rows: readonly DueRow[],
): Promise<void> {
  const { PUBLIC_URL } = work.config
  const news = rows.map(({ kind, details, count }) => describeOutside(kind, details, count, isInQuietMode(recipient)))
  const [only, ...more] = news
  await queueMail(work, {
    to: recipient.id,
    about: rows.flatMap(({ about_id }) => about_id ?? []),
    kind: 'notice',
    details: {
      lines: news.map(({ text }) => text),
      link: PUBLIC_URL + (only && more.length === 0 ? only.link : '/notifications'),
      settings: `${PUBLIC_URL}/settings#notifications`,
    },
  })
}
