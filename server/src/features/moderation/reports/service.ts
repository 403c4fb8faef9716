import { ApiError, type Priority, type ProblemType, type Reply, type Report, type ReportQuery } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { days, later, minutes } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { configurationOf, patternsOf, type Words } from '../../operations/index.ts'
import { couldSee, couldSeePicture } from '../../discovery/index.ts'
import { record } from '../../delivery/index.ts'
import { checkedWish } from './list.ts'
import * as queries from './queries.ts'
import { dueAfter, partsOf, priorityOf, rankOf } from './rules.ts'
import { checkVersion, tellStaff, type Calling } from './staff.ts'
import { nothing, oneReport, told, topicOf } from './view.ts'
import { asAccount, asMember, unitOfWork, type Work } from '../../../work.ts'

export { personalData } from './personal-data.ts'

export { concernedReports, idsOfReports, moveOne, wasMovedSince } from './many.ts'

type Told = {
  problem_type: ProblemType
  description: string
  userId?: string | undefined
  messageId?: string | undefined
  publicId?: string | undefined
}

/** What it is about, as it stands now, if the reporter could see it. Staff see everybody. */
async function evidenceOf(
  tx: Tx,
  { id: reporter, is_admin: seesAll }: Reporter,
  { userId, messageId, publicId }: Told,
) {
  if (messageId) {
    const message = await queries.messageSeenBy(tx, reporter, messageId)
    if (!message) throw new ApiError('not_found', 'There is no such message.')
    const { text, sender_id, created_at, public_id, deleted_at } = message
    // What its author took back before anyone reported it is for staff to see, and stays gone for the reporter.
    const withdrawn = deleted_at === null ? {} : { withdrawn: true as const }
    const evidence = { text: text ?? '', at: created_at.toISOString(), ...withdrawn }
    return { about: sender_id, picture: public_id, evidence }
  }
  if (publicId) {
    const owner = await queries.ownerOfPicture(tx, publicId)
    if (!owner || !(seesAll || (await couldSeePicture(tx, reporter, publicId))))
      throw new ApiError('not_found', 'There is no such picture.')
    return { about: owner.account_id, picture: publicId, evidence: {} }
  }
  if (userId && !((await queries.personExists(tx, userId)) && (seesAll || (await couldSee(tx, reporter, userId)))))
    throw new ApiError('not_found', 'There is no such person.')
  return { about: userId ?? null, picture: null, evidence: {} }
}

type Reporter = { id: string; is_admin: boolean }

type Seen = { about: string | null; picture: string | null; evidence: queries.ReportRow['evidence'] }

/** A report that begins: how urgent it is by the rules, and by when it is due. */
async function addNew(
  { tx, now }: Work,
  reporter: string,
  said: Told,
  { about, picture, evidence, words }: Seen & { words: Words },
) {
  const { problem_type: type, description } = said
  const parts = partsOf(
    { type, description, earlierAboutThem: about ? await queries.earlierAbout(tx, about) : 0 },
    words,
  )
  const priority = priorityOf(parts)
  const due = dueAfter(priority, now)
  return queries.add(tx, {
    reporter_id: reporter,
    about_id: about,
    message_id: said.messageId ?? null,
    public_id: picture,
    evidence: JSON.stringify(evidence),
    problem_type: type,
    description,
    priority,
    priority_rank: rankOf[priority],
    priority_parts: JSON.stringify(parts),
    created_at: now,
    updated_at: now,
    clocks_from: now,
    first_due_at: due.first,
    resolve_due_at: due.resolve,
  })
}

/** Tells the provider. Telling the same thing again adds to what is open already. */
export async function create(context: Deps, viewer: Viewer, said: Told): Promise<Report> {
  const { account } = viewer
  await context.budgets.spend([{ key: `report:${account.id}`, limit: 20, within: days(1) }])
  const words = patternsOf((await configurationOf(context)).wordLists)
  const id = await unitOfWork(context, asMember(account.id), async (work) => {
    const { tx, now } = work
    const { about, picture, evidence } = await evidenceOf(tx, account, said)
    const { problem_type: type, messageId: message = null } = said
    const same = await queries.sameOpen(tx, account.id, { type, about, message, picture })
    await tellStaff(work)
    if (same) {
      await queries.addReply(tx, {
        report_id: same.id,
        author_id: account.id,
        by_staff: false,
        is_internal: false,
        message: said.description,
        at: now,
      })
      await queries.countReply(tx, same.id, now, { waitsUntil: dueAfter(same.priority as Priority, now).next })
      return same.id
    }
    const seen = { about, picture, evidence }
    const made = await addNew(work, account.id, said, { ...seen, words })
    await queries.note(tx, {
      report_id: made.id,
      actor_id: account.id,
      at: now,
      what: 'reported',
      before: null,
      after: 'pending',
      reason: null,
    })
    return made.id
  })
  return oneReport(context, viewer, id)
}

type Listing = Partial<ReportQuery> & { page: number; limit: number }

export async function list(context: Deps, viewer: Viewer, query: Listing, own: boolean) {
  const { page, limit, ...asked } = query
  const wish = checkedWish({ ...asked, now: context.clock.now(), ...(own ? { reporter: viewer.account.id } : {}) })
  const { rows, total } = await queries.list(context.db, wish, page, limit)
  return {
    reports: await told(context, viewer, rows),
    pagination: { page, limit, total, pages: Math.ceil(total / limit) },
  }
}

/** A note changes nothing; the provider's answer meets what waits for one; the reporter's word waits for the next. */
function effectOf({ priority }: queries.ReportRow, staff: boolean, isInternal: boolean, now: Date): queries.Effect {
  if (isInternal) return 'none'
  return staff ? { answered: true } : { waitsUntil: dueAfter(priority as Priority, now).next }
}

/** A word to a report: the reporter's own, the provider's answer, or a note that stays inside. */
export async function reply(
  context: Calling,
  viewer: Viewer,
  id: string,
  message: string,
  isInternal: boolean,
): Promise<Report> {
  const { account } = viewer
  if (isInternal && !account.is_admin) throw new ApiError('forbidden', 'Only administrators write notes.')
  if (!account.is_admin)
    await context.budgets.spend([{ key: `report-reply:${account.id}`, limit: 60, within: minutes(60) }])
  await unitOfWork(context, asAccount(account), async (work) => {
    const { tx, now } = work
    const row = await queries.hold(tx, id)
    const own = row?.reporter_id === account.id
    if (!row || (!account.is_admin && !own)) throw nothing()
    await checkVersion(work, row)
    const staff = account.is_admin && !(own && !isInternal)
    await queries.addReply(tx, {
      report_id: id,
      author_id: account.id,
      by_staff: staff,
      is_internal: isInternal,
      message,
      at: now,
    })
    await queries.countReply(tx, id, now, effectOf(row, staff, isInternal, now))
    await queries.note(tx, {
      report_id: id,
      actor_id: account.id,
      at: now,
      what: isInternal ? 'note' : 'reply',
      before: null,
      after: null,
      reason: null,
    })
    if (staff && !isInternal && row.reporter_id)
      await record(work, {
        to: row.reporter_id,
        kind: 'report',
        topic: topicOf(id),
        details: { text: 'Your report was answered.', link: `/support?report=${id}` },
      })
    await tellStaff(work)
  })
  return oneReport(context, viewer, id)
}

/** What was written, with the report itself as its first word. */
export async function conversation(context: Deps, viewer: Viewer, id: string): Promise<Reply[]> {
  const report = await oneReport(context, viewer, id)
  const first = {
    _id: report._id,
    message: report.description,
    isInternal: false,
    byStaff: false,
    repliedBy: { name: report.user.name },
    repliedAt: report.createdAt,
  }
  return [first, ...report.replies]
}

/** More than these are counted for five seconds at once (infra/memory.ts). */
const MANY = 5000

export async function statistics({ db, memory, clock }: Deps) {
  const { high, overdue, average, median, p90, by_status, by_type, by_priority, by_month, total, pending } =
    await memory.cache(
      'report statistics',
      () => queries.statistics(db, clock.now()),
      ({ total }) => total > MANY,
    )
  return {
    total,
    pending,
    highPriority: high,
    overdue,
    avgResponseTime: average,
    medianResponseTime: median,
    p90ResponseTime: p90,
    byStatus: by_status,
    byType: by_type,
    byPriority: by_priority,
    byMonth: by_month,
  }
}

export async function history({ db }: Deps, id: string) {
  if (!(await queries.byId(db, id))) throw nothing()
  return (await queries.historyOf(db, id)).map(({ id: _id, name, at, ...change }) => ({
    _id,
    actor: name ?? 'Deleted member',
    at: at.toISOString(),
    ...change,
  }))
}

const TALKED = days(90)

export const contacts = async ({ db, clock }: Deps, { account }: Viewer) =>
  (await queries.contacts(db, account.id, later(clock.now(), -TALKED))).map(({ id, first_name }) => ({
    _id: id,
    name: first_name,
  }))

const LOOKS_FOR = 40_000

/** Who looks at a report is seen by whoever else does: two do not write the same answer. */
export async function watch({ db, clock, bus }: Deps, { account }: Viewer, id: string) {
  if (!(await queries.byId(db, id))) throw nothing()
  const now = clock.now()
  const since = later(now, -LOOKS_FOR)
  const isNew = await queries.watch(db, id, account.id, now, since)
  const others = await queries.watchers(db, id, account.id, since)
  const event = { type: 'report.watched', reportId: id } as const
  if (isNew)
    bus.toAccounts(
      others.map((other) => other.id),
      event,
    )
  return others.map(({ id: _id, first_name, last_name }) => ({ _id, name: `${first_name} ${last_name}`.trim() }))
}
