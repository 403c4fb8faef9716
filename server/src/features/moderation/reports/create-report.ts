import {
  ApiError,
  invalidField,
  message,
  type MessageDescriptor,
  type ProblemType,
  type Report,
  type ReportDetail,
  typeOfDetail,
} from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { couldSee, couldSeePicture, lastSawName, noSuchPerson } from '../../discovery/index.ts'
import { askForAgeAfterReport } from '../../identity/index.ts'
import { type Gathered, gatherEvidence, removeUnsealed, sealEvidence } from '../evidence/evidence.ts'
import { hasNews } from '../evidence/parts.ts'
import { findEvidenceOf } from '../evidence/queries.ts'
import type { Found } from '../monitoring/queries.ts'
import {
  countReply,
  countReporters,
  findLastChanger,
  findMessageSeenBy,
  findOpenDetected,
  findOpenDuplicate,
  findPictureOwner,
  insertChange,
  insertReply,
  insertReport,
  lockReporter,
  messageText,
  personExists,
  type ReportRow,
  toMessageEvidence,
  updateDetected,
} from './queries.ts'
import { oneReport } from './read-reports.ts'
import { dueAfter, partsOf, priorityOf, rankOf, type DetectedBy, type Detected } from './rules.ts'
import { configurationOf, patternsOf, type Words } from '../../operations/index.ts'
import type { Answering, Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { days } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { mayAs, type RoleColumns } from '../../../infra/staff.ts'
import { asMember, unitOfWork, type Work } from '../../../work.ts'

export const notifyStaff = ({ bus, afterCommit }: Work<'bus'>): void =>
  afterCommit(() => bus.toStaff({ type: 'reports.changed' }))

export async function assertCurrentVersion({ tx, caller }: Work & { caller: Caller }, row: ReportRow): Promise<void> {
  if (caller.ifMatch === undefined || caller.ifMatch === row.version) return
  throw new ApiError(
    'conflict',
    message('{name} changed this report in the meantime. Please check it and try again.', {
      name: (await findLastChanger(tx, row.id)) ?? message('Someone'),
    }),
  )
}

type Reporter = { id: string } & RoleColumns

type ReportSubject = {
  userId?: string | undefined
  messageId?: string | undefined
  publicId?: string | undefined
}

type Evidence = { about: string | null; picture: string | null; evidence: ReportRow['evidence'] }

async function messageEvidence(
  tx: Tx,
  reporter: Reporter,
  messageId: string,
  userId: string | undefined,
): Promise<Evidence> {
  const message = await findMessageSeenBy(tx, reporter.id, { messageId, writer: userId ?? null })
  if (!message) throw new ApiError('not_found', 'We couldn’t find this message.')
  const { sender_id, public_id, deleted_at } = message
  // Staff see a message that its author deleted before anyone reported it. The reporter still doesn't see it.
  const withdrawn = deleted_at === null ? {} : { withdrawn: true as const }
  return {
    about: sender_id,
    picture: public_id,
    evidence: { ...toMessageEvidence(message), ...withdrawn },
  }
}

async function pictureEvidence(tx: Tx, reporter: Reporter, publicId: string): Promise<Evidence> {
  const owner = await findPictureOwner(tx, publicId)
  if (!owner || !(mayAs(reporter, 'evidence') || (await couldSeePicture(tx, reporter.id, publicId))))
    throw new ApiError('not_found', 'We couldn’t find this photo.')
  return { about: owner.account_id, picture: publicId, evidence: {} }
}

async function personEvidence(tx: Tx, reporter: Reporter, userId: string): Promise<Evidence> {
  if (
    !(await personExists(tx, userId)) ||
    !(mayAs(reporter, 'users.read') || (await couldSee(tx, reporter.id, userId)))
  )
    throw noSuchPerson()
  return { about: userId, picture: null, evidence: {} }
}

const wrongPerson = (msg: MessageDescriptor) => invalidField('userId', msg)

/**
 * Collects the current content. Only someone who can see a person, a message or a picture, or could before, can report
 * it: hiding or pausing must not protect anyone who did harm. Staff see everything.
 */
async function collectEvidence(tx: Tx, reporter: Reporter, subject: ReportSubject): Promise<Evidence> {
  const { userId, messageId, publicId } = subject
  if (userId === reporter.id) throw wrongPerson(message('You can’t report yourself.'))
  if (!userId && !messageId && !publicId) return { about: null, picture: null, evidence: {} }
  const found = messageId
    ? await messageEvidence(tx, reporter, messageId, userId)
    : publicId
      ? await pictureEvidence(tx, reporter, publicId)
      : await personEvidence(tx, reporter, userId ?? '')
  if (found.about === reporter.id) throw wrongPerson(message('You can’t report yourself.'))
  if (userId && found.about !== userId) throw wrongPerson(message('This isn’t from the person you’re reporting.'))
  return found
}

type ReportInput = ReportSubject & {
  problem_type: ProblemType
  detail?: ReportDetail | undefined
  description: string
}

const wrongDetail = (msg: MessageDescriptor) => invalidField('detail', msg)

function assertBelongs({ problem_type, detail }: ReportInput): void {
  if (detail !== undefined && typeOfDetail[detail] !== problem_type)
    throw wrongDetail(message('This reason belongs to another type of problem.'))
}

/** Accounts without a confirmed email can report only problems with the service, because they can't see people. */
function assertMayReport({ account }: Viewer, { userId, messageId, publicId }: ReportInput): void {
  if (account.email_verified_at === null && (userId ?? messageId ?? publicId) !== undefined)
    throw new ApiError('verification_required', 'Please confirm your email first.')
}

/** The rules set the priority, which sets the deadlines. */
async function saveReport(
  { tx, now }: Work,
  reporter: string,
  { problem_type, detail, description, messageId }: ReportInput,
  { about, picture, evidence, words }: Evidence & { words: Words },
): Promise<string> {
  const earlierAboutThem = about ? await countReporters(tx, about) : 0
  const parts = partsOf({ type: problem_type, detail, description, earlierAboutThem }, words)
  const priority = priorityOf(parts)
  const urgency = { priority, detail: detail ?? null }
  const due = dueAfter(urgency, now)
  const { id } = await insertReport(tx, {
    reporter_id: reporter,
    about_id: about,
    message_id: messageId ?? null,
    public_id: picture,
    evidence: JSON.stringify(evidence),
    problem_type,
    detail: urgency.detail,
    description,
    priority,
    priority_rank: rankOf(urgency),
    priority_parts: JSON.stringify(parts),
    created_at: now,
    updated_at: now,
    clocks_from: now,
    first_due_at: due.first,
    resolve_due_at: due.resolve,
    ...(about ? { named_at: await lastSawName(tx, reporter, about, now) } : {}),
  })
  const change = { what: 'reported', before: null, after: 'pending', reason: null }
  await insertChange(tx, { report_id: id, actor_id: reporter, at: now, ...change })
  return id
}

type OpenReport = NonNullable<Awaited<ReturnType<typeof findOpenDuplicate>>>

async function addToOpenReport({ tx, now }: Work, open: OpenReport, reporter: string, message: string) {
  const author = { author_id: reporter, by_staff: false, is_internal: false }
  await insertReply(tx, { report_id: open.id, ...author, message, at: now })
  await countReply(tx, open.id, now, { waitsUntil: dueAfter(open, now).next })
}

/** A report of a technical problem is about no one, so there is no evidence to gather. */
const gatherAbout = (context: Deps, reporter: string, { messageId }: ReportInput, { about }: Evidence) =>
  about === null ? null : gatherEvidence(context, { about, reporter, messageId })

const subjectOf = ({ problem_type: type, detail, messageId }: ReportInput, { about, picture }: Evidence) => ({
  type,
  detail: detail ?? null,
  about,
  message: messageId ?? null,
  picture,
})

export async function createReport(context: Deps & Answering, viewer: Viewer, input: ReportInput): Promise<Report> {
  const { account } = viewer
  assertBelongs(input)
  assertMayReport(viewer, input)
  await context.budgets.spend([{ key: `report-try:${account.id}`, limit: 200, within: days(1) }])
  const words = patternsOf((await configurationOf(context)).wordLists)
  const found = await unitOfWork(context, asMember(account.id), ({ tx }) => collectEvidence(tx, account, input))
  // Neither what can't be reported nor what is added to an open report uses up someone's reports.
  if (!(await findOpenDuplicate(context.db, account.id, subjectOf(input, found))))
    await context.budgets.spend([{ key: `report:${account.id}`, limit: 20, within: days(1) }])
  const gathered = await gatherAbout(context, account.id, input, found)
  try {
    const id = await unitOfWork(context, asMember(account.id), async (work) => {
      await lockReporter(work.tx, account.id)
      const { about } = found
      const open = await findOpenDuplicate(work.tx, account.id, subjectOf(input, found))
      notifyStaff(work)
      if (open) {
        await addToOpenReport(work, open, account.id, input.description)
        if (gathered && hasNews(await findEvidenceOf(work.tx, open.id), gathered, work.now))
          await sealEvidence(work, open.id, gathered)
        return open.id
      }
      const saved = await saveReport(work, account.id, input, { ...found, words })
      if (gathered) await sealEvidence(work, saved, gathered)
      if (about && input.detail === 'underage') await askForAgeAfterReport(work, about)
      return saved
    })
    return await oneReport(context, viewer, id)
  } finally {
    if (gathered) await removeUnsealed(context, gathered)
  }
}

const details: Record<DetectedBy, ReportDetail> = {
  picture_of_minor: 'underage',
  removed_picture: 'intimate_image',
  known_fake: 'fake_profile',
  first_messages: 'scam',
  same_text: 'spam',
  new_account: 'spam',
  likes_everyone: 'spam',
}

/** Points for each rule that matched: one automatic finding makes a report medium, several make it high. */
const RULE_POINTS = 15

const hasMessages = ({ content: { messages, pictures } }: Gathered) =>
  messages.length > 0 || pictures.some(({ from }) => from === 'message')

/** A report by a rule stores only its reasons, which are written in each reader's language. */
const description = ''

type Detection = { about: string; reason: Detected; message: Found | null; gathered: Gathered | null }

const textOf = async (tx: Tx, message: Found | null) =>
  message?.id ? messageText(tx, message) : message ? { text: message.text, at: new Date(message.at).toISOString() } : {}

/**
 * Creates a report without a reporter and returns its id. Each person has at most one such open report; other rules add
 * their reasons to it.
 */
export async function reportDetected(
  work: Work<'bus' | 'config'>,
  { about, reason, message, gathered }: Detection,
): Promise<string> {
  const { tx, now, config } = work
  const open = await findOpenDetected(tx, about)
  const before = open?.detection.filter(({ rule }) => rule !== reason.rule) ?? []
  const detection = [...before, reason]
  // The finding with the shorter deadline sets the reason; otherwise, the first one does.
  const urgent = detection.find(({ rule }) => rule === 'picture_of_minor' || rule === 'removed_picture')
  const detail = details[(urgent ?? detection[0] ?? reason).rule]
  const type = typeOfDetail[detail]
  const words = patternsOf((await configurationOf({ config, db: tx })).wordLists)
  const parts = [
    ...partsOf({ type, detail, description, earlierAboutThem: await countReporters(tx, about) }, words),
    ...detection.map(({ rule }) => ({ name: `rule: ${rule}` as const, points: RULE_POINTS })),
  ]
  const urgency = { priority: priorityOf(parts), detail }
  const ranked = { priority: urgency.priority, priority_rank: rankOf(urgency), priority_parts: JSON.stringify(parts) }
  notifyStaff(work)
  if (open) {
    const found = { problem_type: type, detail, detection: JSON.stringify(detection) }
    await updateDetected(tx, open.id, { ...ranked, ...found }, now)
    // The profile is sealed already: only messages and their photos are new.
    if (gathered && hasMessages(gathered)) await sealEvidence(work, open.id, gathered)
    return open.id
  }
  const due = dueAfter(urgency, now)
  const { id } = await insertReport(tx, {
    ...ranked,
    reporter_id: null,
    about_id: about,
    message_id: message?.id ?? null,
    public_id: null,
    evidence: JSON.stringify(await textOf(tx, message)),
    detection: JSON.stringify(detection),
    problem_type: type,
    detail,
    description,
    created_at: now,
    updated_at: now,
    clocks_from: now,
    first_due_at: due.first,
    resolve_due_at: due.resolve,
  })
  const change = { what: 'reported', before: null, after: 'pending', reason: null }
  await insertChange(tx, { report_id: id, actor_id: null, at: now, ...change })
  if (gathered) await sealEvidence(work, id, gathered)
  return id
}
