import {
  ApiError,
  type FraudNotice,
  type FraudReaders,
  type FraudWarning,
  message,
  type MessageDescriptor,
} from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import {
  languageOfAccount,
  type MailInput,
  type Notice,
  previewMail,
  queueMail,
  record,
  withdrawNotice,
} from '../../delivery/index.ts'
import { noUser } from '../administration/read-users.ts'
import { lockWithSubject, type Deciding } from '../decisions/effects.ts'
import {
  findDueCorrections,
  findDueWarnings,
  findNotices,
  findReader,
  findReaders,
  findUncorrected,
  findUnwarned,
  findWarning,
  insertNotice,
  isNotErased,
  lockWarning,
  mustWait,
  type NoticeRow,
  type ReaderRow,
  saveCorrected,
  saveMailOf,
  saveWarning,
  type WarningRow,
} from './queries.ts'
import { Refusal } from '../refusals.ts'
import { assertMayLookAt } from '../user-details/user-details.ts'
import { audit, recordAccess, type AuditDetails } from '../../operations/index.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { toInstant } from '../../../infra/clock.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { nameOutside } from '../../../infra/names.ts'
import { asStaff, SYSTEM, unitOfWork, type Work } from '../../../work.ts'

type Banned = { subjectId: string; firstName: string }
type Reader = { id: string; answered: boolean }

/**
 * Includes only what concerns the reader: nothing about what the person did to others, the reporters, or the number of
 * recipients.
 */
function mailTo({ id, answered }: Reader, { subjectId, firstName }: Banned): MailInput<'fraud-warning'> {
  const name = nameOutside(firstName)
  return {
    to: id,
    kind: 'fraud-warning',
    about: [subjectId],
    details: {
      write: ({ brand, support }) => ({
        subject: message('A warning about {name}', { name }),
        lines: [
          answered
            ? message('We banned {name}, who you exchanged messages with on {brand}.', { name, brand })
            : message('We banned {name}, who sent you messages on {brand}.', { name, brand }),
          message('They may have used a false identity, or tried to get money from people.'),
          message(
            'Never send money, gift cards or crypto to someone you met online, and don’t share bank details or ' +
              'passwords. If they contact you anywhere else, don’t answer.',
          ),
          ...(answered
            ? [
                message(
                  'Have you sent money or shared personal details? Call your bank and the police now, and write to ' +
                    '{support}.',
                  { support },
                ),
              ]
            : []),
        ],
      }),
    },
  }
}

const topicOf = (decisionId: string): string => `fraud:${decisionId}`

/** The end of a ban that people were warned about. A lifted ban wasn't necessarily wrong. */
type BanEnd = 'lifted' | 'overturned'

type Correction = Banned & { end: BanEnd }

/** The email after a ban was overturned or lifted. It leaves out the reason. */
function correctionTo(readerId: string, { subjectId, firstName, end }: Correction): MailInput<'fraud-warning'> {
  const name = nameOutside(firstName)
  const wasWrong = end === 'overturned'
  return {
    to: readerId,
    kind: 'fraud-warning',
    about: [subjectId],
    details: {
      write: () => ({
        subject: wasWrong ? message('We were wrong about {name}', { name }) : banEnded(name),
        lines: [
          message('We banned {name} and warned you about them.', { name }),
          wasWrong
            ? message('We’ve looked into it again: the ban was a mistake, and we’ve lifted it. We’re sorry.')
            : message('We’ve lifted this ban.'),
          message('You don’t have to do anything. Our advice about money still applies to anyone you meet online.'),
        ],
      }),
    },
  }
}

const banEnded = (name: string | MessageDescriptor) => message('We’ve lifted the ban on {name}', { name })

function correctionNoticeTo(
  readerId: string,
  { subjectId, firstName, decisionId, end }: Correction & { decisionId: string },
): Notice {
  const name = nameOutside(firstName)
  return {
    to: readerId,
    about: subjectId,
    kind: 'security',
    topic: `fraud-correction:${decisionId}`,
    details: {
      ...(end === 'overturned'
        ? message('Our warning about {name} was a mistake, and we’ve lifted the ban. We’re sorry.', { name })
        : banEnded(name)),
      link: '/safety',
    },
  }
}

const noticeTo = ({ id }: Reader, { subjectId, firstName }: Banned, decisionId: string): Notice => ({
  to: id,
  about: subjectId,
  kind: 'security',
  topic: topicOf(decisionId),
  details: {
    ...message('We banned {name}, who sent you messages. Never send money to someone you met online.', {
      name: nameOutside(firstName),
    }),
    link: '/safety',
  },
})

const noWarning = () => new ApiError('not_found', 'This decision has no warning.')

const setOf = (answered: boolean) => (answered ? 'answered' : 'received')
const MOST_LISTED = 100

type Calling = Deps & { caller: Caller }

/** People’s contacts are private, so staff need a reason to see them. */
async function openContacts(
  context: Calling,
  viewer: Viewer,
  subjectId: string,
  details: AuditDetails = {},
): Promise<void> {
  if (subjectId === viewer.account.id) throw new Refusal('own_account')
  await assertMayLookAt(context.db, viewer.account, subjectId)
  if (!(await isNotErased(context.db, subjectId))) throw noUser()
  const action = 'fraud-warning.previewed'
  await recordAccess(context, viewer, { kind: 'user-page', of: subjectId, action, subjectId, details })
}

export async function previewWarning(context: Calling, viewer: Viewer, subjectId: string): Promise<FraudReaders> {
  const { db, config } = context
  await openContacts(context, viewer, subjectId)
  const { first, ...counts } = await findReaders(db, subjectId, MOST_LISTED)
  return {
    ...counts,
    readers: first.map(({ id, name, language, answered }) => ({
      _id: id,
      name,
      ruleSet: setOf(answered),
      language: languageOfAccount({ language }, config),
    })),
  }
}

export async function previewNotice(
  context: Calling,
  viewer: Viewer,
  { subjectId, readerId }: { subjectId: string; readerId: string },
): Promise<FraudNotice> {
  await openContacts(context, viewer, subjectId, { reader: readerId })
  const reader = await findReader(context.db, subjectId, readerId)
  const mail =
    reader && (await previewMail(context, mailTo(reader, { subjectId, firstName: reader.sender_name ?? '' })))
  if (!mail) throw noUser()
  return mail
}

const toEntry = ({ account_id, name, answered, at, mail }: NoticeRow): FraudWarning['log'][number] => ({
  reader: { _id: account_id, name: name ?? '' },
  ruleSet: setOf(answered),
  at: at.toISOString(),
  mail,
})

/** All staff may read a warning, except the person it's about. */
export async function readWarning({ db }: Pick<Deps, 'db'>, { account }: Viewer, id: string): Promise<FraudWarning> {
  const row = await findWarning(db, id)
  if (!row || row.subject_id === account.id) throw noWarning()
  return {
    version: row.version,
    state: row.state,
    subject: { _id: row.subject_id, name: row.subject ?? '' },
    dueAt: row.due_at.toISOString(),
    latestAt: row.latest_at.toISOString(),
    heldBy: row.held_by === null ? null : { _id: row.held_by, name: row.holder ?? '' },
    heldAt: toInstant(row.held_at),
    holdReason: row.hold_reason,
    finishedAt: toInstant(row.finished_at),
    correctedAt: toInstant(row.corrected_at),
    sent: row.sent,
    log: (await findNotices(db, id)).map(toEntry),
  }
}

type Change = { action: string; reason?: string; details?: AuditDetails }

async function changeWarning(
  context: Calling,
  viewer: Viewer,
  id: string,
  change: (work: Work, row: WarningRow) => Promise<Change>,
): Promise<FraudWarning> {
  const staffId = viewer.account.id
  await unitOfWork(context, asStaff(staffId), async (work) => {
    const { subject_id: subjectId } = await lockWithSubject(work, id)
    const row = await lockWarning(work.tx, id)
    if (!row || subjectId === staffId) throw noWarning()
    const { ifMatch } = work.caller
    if (ifMatch === undefined) throw new ApiError('invalid_request', 'Send the version that you last saw as If-Match.')
    if (row.state === 'sent') throw new ApiError('conflict', 'This warning has already been sent.')
    // The job sends a released warning.
    if (row.state === 'planned' && row.sent_by !== null)
      throw new ApiError('conflict', 'This warning has already been sent.')
    if (row.state === 'canceled') throw new ApiError('conflict', 'This warning was canceled with its decision.')
    if (ifMatch !== row.version)
      throw new ApiError('conflict', 'This warning has changed in the meantime. Please check it and try again.')
    const { details, ...entry } = await change(work, row)
    await audit(work, { ...entry, subjectId, details: { decision: id, ...details } })
  })
  return readWarning(context, viewer, id)
}

export const holdWarning = (context: Calling, viewer: Viewer, id: string, reason: string): Promise<FraudWarning> =>
  changeWarning(context, viewer, id, async ({ tx, now }, { state }) => {
    if (state === 'held') throw new ApiError('conflict', 'This warning is already held.')
    await saveWarning(tx, id, { state: 'held', held_by: viewer.account.id, held_at: now, hold_reason: reason })
    return { action: 'fraud-warning.held', reason }
  })

export const releaseWarning = (context: Calling, viewer: Viewer, id: string): Promise<FraudWarning> =>
  changeWarning(context, viewer, id, async ({ tx, now }, { state }) => {
    await saveWarning(tx, id, { state: 'planned', due_at: now, sent_by: viewer.account.id })
    return { action: 'fraud-warning.released', details: { before: state } }
  })

export async function sendDueCorrections(context: Deps): Promise<void> {
  await forEachSeparately(await findDueCorrections(context.db), (id) => sendCorrections(context, id))
}

export async function sendCorrections(context: Deps, id: string): Promise<void> {
  while (await correctSome(context, id));
}

const AT_ONCE = 50

/** Sends a batch of corrections in one transaction. Returns true if there may be more. */
const correctSome = (context: Deps, id: string): Promise<boolean> =>
  unitOfWork(context, SYSTEM, async (work) => {
    const { subject_id: subjectId, state } = await lockWithSubject(work, id)
    const warning = await lockWarning(work.tx, id)
    if (!warning?.correction_due_at || warning.corrected_at) return false
    if (await mustWait(work.tx, subjectId)) return false
    // Once the account is erased, there is no name left to clear.
    const isThere = await isNotErased(work.tx, subjectId)
    const readers = isThere ? await findUncorrected(work.tx, id, AT_ONCE) : []
    const end = state === 'overturned' ? 'overturned' : 'lifted'
    for (const reader of readers)
      await correct(work, reader.id, { decisionId: id, subjectId, firstName: reader.sender_name ?? '', end })
    if (readers.length === AT_ONCE) return true
    await saveWarning(work.tx, id, { corrected_at: work.now })
    return false
  })

type Corrected = { decisionId: string; subjectId: string; firstName: string; end: BanEnd }

/** The warning in the app is no longer true, so the correction replaces it. */
async function correct(work: Deciding, readerId: string, about: Corrected): Promise<void> {
  await saveCorrected(work.tx, about.decisionId, readerId, work.now)
  await queueMail(work, correctionTo(readerId, about))
  await withdrawNotice(work.tx, readerId, topicOf(about.decisionId))
  await record(work, correctionNoticeTo(readerId, about))
}

export async function sendDueWarnings(context: Deps): Promise<void> {
  await forEachSeparately(await findDueWarnings(context.db, context.clock.now()), async (id) => {
    while (await warnSome(context, id));
  })
}

/**
 * Sends a batch of warnings in one transaction, so that a server that dies sends nothing twice and leaves no one out.
 * Returns true if there may be more.
 */
const warnSome = (context: Deps, id: string): Promise<boolean> =>
  unitOfWork(context, SYSTEM, async (work) => {
    const decision = await lockWithSubject(work, id)
    const warning = await lockWarning(work.tx, id)
    const due = warning?.state === 'planned' ? warning.due_at : warning?.state === 'held' && warning.latest_at
    if (decision.state !== 'in_force' || decision.settled_at === null || !due || due > work.now) return false
    const isThere = await isNotErased(work.tx, decision.subject_id)
    const readers = isThere ? await findUnwarned(work.tx, decision.subject_id, id, AT_ONCE) : []
    for (const reader of readers)
      await warn(work, reader, {
        decisionId: id,
        subjectId: decision.subject_id,
        firstName: reader.sender_name ?? '',
      })
    if (readers.length === AT_ONCE) return true
    await finish(work, id, decision.subject_id)
    return false
  })

type Warned = { decisionId: string; subjectId: string; firstName: string }

async function warn(work: Deciding, reader: ReaderRow, about: Warned): Promise<void> {
  const { decisionId } = about
  const values = { decision_id: decisionId, account_id: reader.id, answered: reader.answered, at: work.now }
  if (!(await insertNotice(work.tx, values))) return
  const mailId = await queueMail(work, mailTo(reader, about))
  if (mailId) await saveMailOf(work.tx, decisionId, reader.id, mailId)
  await record(work, noticeTo(reader, about, decisionId))
}

async function finish(work: Work, decisionId: string, subjectId: string): Promise<void> {
  await saveWarning(work.tx, decisionId, { state: 'sent', finished_at: work.now })
  await audit(work, { action: 'fraud-warning.sent', subjectId, details: { decision: decisionId } })
}
