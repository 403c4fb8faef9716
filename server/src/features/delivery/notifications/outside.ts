import type { Notification, NotificationKind } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { days, later, seconds } from '../../../infra/clock.ts'
import { isUnavailable } from '../../../infra/db/db.ts'
import { nameOutside } from '../../../infra/names.ts'
import { brandOf } from '../../operations/index.ts'
import { queueMail } from '../mail/service.ts'
import * as queries from './queries.ts'
import { DIGEST_HOUR, inWords, isQuiet, nextHour, settingsFrom } from './rules.ts'
import { SYSTEM, unitOfWork, type Work } from '../../../work.ts'

// What is told outside the product: by mail, and by push.

/** Whoever has the page open reads it meanwhile, and is not told again. */
const SOON = seconds(5)

/** A push is asked for with what it tells, so that it is told at least once; where nobody takes any, nothing is asked for. */
export const askForPush = ({ tx, jobs }: Work<'jobs'>, accountId: string): Promise<void> =>
  jobs.add(tx, 'push', { accountId }, SOON)

const told = ({ kind, details, count }: queries.Row) =>
  inWords(kind as NotificationKind, details.name ? { ...details, name: nameOutside(details.name) } : details, count)
const settingsOf = (account: queries.Account) => settingsFrom(account.notify as Parameters<typeof settingsFrom>[0])

/** More than these at once are told as one. */
const MOST_PUSHES = 3

function pushesOf(rows: queries.Row[]): Pick<Notification, 'text' | 'link'>[] {
  if (rows.length <= MOST_PUSHES) return rows.map(told)
  return [{ text: `${rows.length} things are new.`, link: '/notifications' }]
}

/** Tells what has not been read in the meantime; in quiet hours, when they are over. */
export async function pushWaiting(context: Deps, accountId: string): Promise<void> {
  const { db, clock, jobs } = context
  const now = clock.now()
  const account = await queries.account(db, accountId)
  if (!account) return
  const { kinds, quiet } = settingsOf(account)
  if (isQuiet(quiet, account.time_zone, now)) {
    const over = nextHour(account.time_zone, quiet!.to, now).getTime() - now.getTime()
    return unitOfWork(context, SYSTEM, (work) => jobs.add(work.tx, 'push', { accountId }, over))
  }
  const rows = await queries.toPush(db, accountId)
  const wanted = rows.filter(({ kind }) => kinds[kind as NotificationKind].push)
  for (const push of pushesOf(wanted)) await pushTo(context, accountId, push)
  await queries.markPushed(db, rows, now)
}

/** A push says that there is something, not what was written. */
async function pushTo({ db, push, config }: Deps, accountId: string, { text, link }: { text: string; link: string }) {
  const title = await brandOf({ config, db })
  let failed = false
  for (const { endpoint, p256dh, auth } of await queries.subscriptions(db, accountId)) {
    const outcome = await push.send({ endpoint, p256dh, auth }, { title, body: text, link })
    if (outcome === 'gone') await queries.dropSubscription(db, endpoint)
    failed ||= outcome === 'failed'
  }
  // The job is tried again; who has heard of it already sees it in the same place.
  if (failed) throw new Error('A push service did not take it.')
}

const AT_ONCE = 200

/** Each minute: what is due, and has not been read in the meantime, is told by mail, as each one wishes. */
export async function tellWaiting(context: Deps): Promise<void> {
  const seen = new Set<string>()
  for (;;) {
    const waiting = await queries.waiting(context.db, context.clock.now(), AT_ONCE)
    // Whoever is still among them is being told by another worker.
    const others = waiting.filter((accountId) => !seen.has(accountId))
    if (others.length === 0) return
    for (const accountId of others) await mailOrSetAside(context, accountId)
    for (const accountId of others) seen.add(accountId)
  }
}

/** So long it is left to its own job, which is tried several times meanwhile. */
const SET_ASIDE = days(1)

/** Whoever cannot be told keeps nobody else waiting: what is due of them goes to a job of its own. */
async function mailOrSetAside(context: Deps, accountId: string): Promise<void> {
  const { clock, log } = context
  await mailOne(context, accountId, clock.now()).catch(async (error: unknown) => {
    if (isUnavailable(error)) throw error
    log.error({ err: error, account: accountId }, 'somebody could not be told by mail')
    await unitOfWork(context, SYSTEM, async (work) => {
      for (const { id } of await queries.holdDue(work.tx, accountId, work.now))
        await queries.putOff(work.tx, id, later(work.now, SET_ASIDE))
      await work.jobs.add(work.tx, 'tell-account', { accountId })
    })
  })
}

/** What was set aside is told after all. */
export const tellAccount = (context: Deps, accountId: string): Promise<void> =>
  mailOne(context, accountId, later(context.clock.now(), SET_ASIDE))

/** When it is to be told by mail: now, later, or never. */
function whenToMail(kind: string, account: queries.Account, now: Date): Date | 'now' | 'never' {
  const { kinds, quiet } = settingsOf(account)
  const { mail } = kinds[kind as NotificationKind]
  if (mail === 'off') return 'never'
  const zone = account.time_zone
  if (mail === 'daily' && !isHour(zone, DIGEST_HOUR, now)) return nextHour(zone, DIGEST_HOUR, now)
  return isQuiet(quiet, zone, now) ? nextHour(zone, quiet!.to, now) : 'now'
}

const isHour = (zone: string, hour: number, now: Date) => isQuiet({ from: hour, to: (hour + 1) % 24 }, zone, now)

const mayBeWritten = ({ email_verified_at, state }: queries.Account) =>
  email_verified_at !== null && ['active', 'paused'].includes(state)

/** Tells what is due until some moment, to each as they wish. */
async function mailOne(context: Deps, accountId: string, until: Date): Promise<void> {
  await unitOfWork(context, SYSTEM, async (work) => {
    const { now } = work
    const { PUBLIC_URL } = work.config
    const account = await queries.account(work.tx, accountId)
    const rows = account ? await queries.holdDue(work.tx, accountId, until) : []
    if (!account || rows.length === 0) return
    const planned = rows.map((row) => ({ row, when: whenToMail(row.kind, account, now) }))
    for (const { row, when } of planned) if (when instanceof Date) await queries.putOff(work.tx, row.id, when)
    const mailedRows = planned.filter(({ when }) => when === 'now').map(({ row }) => row)
    const mailed = mailedRows.map(told)
    const settled = planned.filter(({ when }) => !(when instanceof Date)).map(({ row }) => row)
    await queries.markTold(
      work.tx,
      settled.map(({ id }) => id),
      now,
    )
    if (mailed.length === 0 || !mayBeWritten(account)) return
    await queueMail(work, {
      to: accountId,
      about: mailedRows.flatMap(({ about_id }) => about_id ?? []),
      kind: 'notice',
      details: {
        lines: mailed.map(({ text }) => text),
        link: PUBLIC_URL + (mailed.length === 1 ? mailed[0]!.link : '/notifications'),
        settings: `${PUBLIC_URL}/settings#notifications`,
      },
    })
  })
}
