import type { Deps } from '../../../deps.ts'
import { days, later } from '../../../infra/clock.ts'
import { isUnavailable } from '../../../infra/db/unavailable.ts'
import { SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { queueMail } from '../mail/queue-mail.ts'
import {
  type DueRow,
  lockDue,
  markMailed,
  membersWithDueMail,
  postpone,
  type Recipient,
  recipientOf,
} from './due.sql.ts'
import { describeOutside, whenToMail } from './rules.ts'
import { settingsOf } from './settings.ts'

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
    if (mailed.length > 0 && canGetMail(recipient)) await queueDigest(work, accountId, mailed)
  })
}

const canGetMail = ({ email_verified_at, state }: Recipient): boolean =>
  email_verified_at !== null && ['active', 'paused'].includes(state)

async function queueDigest(
  work: Work<'config' | 'jobs' | 'keys'>,
  accountId: string,
  rows: readonly DueRow[],
): Promise<void> {
  const { PUBLIC_URL } = work.config
  const news = rows.map(({ kind, details, count }) => describeOutside(kind, details, count))
  const [only, ...more] = news
  await queueMail(work, {
    to: accountId,
    about: rows.flatMap(({ about_id }) => about_id ?? []),
    kind: 'notice',
    details: {
      lines: news.map(({ text }) => text),
      link: PUBLIC_URL + (only && more.length === 0 ? only.link : '/notifications'),
      settings: `${PUBLIC_URL}/settings#notifications`,
    },
  })
}
