import { ApiError, type FraudNotice, type FraudReaders, type FraudWarning } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { previewMail } from '../../delivery/index.ts'
import { recordAccess, type AuditDetails } from '../../operations/index.ts'
import { noUser } from '../administration/read-users.ts'
import { Refusal } from '../refusals.ts'
import { assertMayLookAt } from '../user-details/assert-may-look-at.ts'
import { mailTo } from './notice.ts'
import { findReader, findReaders, isNotErased } from './readers.sql.ts'
import { findNotices, findWarning, type NoticeRow } from './warnings.sql.ts'

export const noWarning = () => new ApiError('not_found', 'This decision has no warning.')

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
      language: language ?? config.DEFAULT_LANGUAGE,
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

/** Open to all staff except the person it's about. */
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
    heldAt: row.held_at?.toISOString() ?? null,
    holdReason: row.hold_reason,
    finishedAt: row.finished_at?.toISOString() ?? null,
    correctedAt: row.corrected_at?.toISOString() ?? null,
    sent: row.sent,
    log: (await findNotices(db, id)).map(toEntry),
  }
}
