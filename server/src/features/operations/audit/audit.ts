import type { AuditField } from '@kindred/contract/operations/audit'
import { createHash } from 'node:crypto'
import { ApiError, type AuditEntry, message } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import {
  type AuditFilters,
  type AuditReader,
  type EntryRow,
  findEntries,
  findLinksAfter,
  findLostHead,
  findReason,
  findUnchained,
  saveReason,
  wasNotedBy,
  type Link,
} from './queries.ts'
import type { Answering, Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { later, minutes } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { JsonValue } from '../../../infra/db/schema.ts'
import { write } from '../../../infra/language/write.ts'
import { type Actor, asStaff, type Opening, unitOfWork, type Work } from '../../../work.ts'

export type AuditDetails = { [Field in AuditField]?: JsonValue }

type Entry = {
  action: string
  /** Needed only if someone other than the actor of the unit of work is responsible. */
  actor?: Actor
  subjectId?: string
  reason?: string
  details?: AuditDetails
}

/**
 * Runs in the transaction of the change itself. The log gets ids, field names and a digest. The reason and the details
 * are in a second table, so that they can be erased later. Verification computes the digest independently (below).
 */
export async function audit(
  { tx, now, ...work }: Work,
  { actor = work.actor, action, subjectId, reason, details = {} }: Entry,
): Promise<void> {
  const actorId = 'id' in actor ? actor.id : null
  const fields = Object.keys(details).sort()
  await sql`
    with content as (
      insert into audit_contents (audit_id, actor_id, subject_id, reason, details)
      values (uuid_v7(), ${actorId}::uuid, ${subjectId ?? null}::uuid, ${reason ?? null}, ${JSON.stringify(details)})
      returning *)
    insert into audit_log (id, at, actor_kind, actor_id, action, subject_id, fields, content_digest)
    select audit_id, ${now}, ${actor.kind}, actor_id, ${action}, subject_id, ${fields}::text[],
      sha256(convert_to(concat_ws(chr(10), salt, coalesce(encode(sha256(convert_to(reason, 'UTF8')), 'hex'), '-'),
        details::text), 'UTF8'))
    from content`.execute(tx)
}

// Computes the chain of the audit log here, because verification must not trust anything that the database computes.

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

const contentDigest = ({ salt, reason, details }: Link): string =>
  sha256([salt, reason === null ? '-' : sha256(reason), details].join('\n'))

const hashOf = (link: Link, place: number, previous: string): string =>
  sha256(
    [
      place,
      previous,
      link.id,
      link.at,
      link.actor_kind,
      link.actor_id ?? '-',
      link.subject_id ?? '-',
      link.content_digest,
      link.fields,
      link.action,
    ].join('\n'),
  )

/** Ids are UUIDs of version 7, which begin with their creation time. */
const madeAt = (id: string): string => new Date(parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString()

const rowLabel = (id: string, at = madeAt(id)) => `${id} of ${at}`

function problemIn(link: Link, place: number, previous: string): string | null {
  if (link.id === null) return `The row ${rowLabel(link.chained_id)} is missing.`
  const row = rowLabel(link.id, `${link.at}Z`)
  if (link.place !== place) return `The row at place ${place} is missing: ${row} comes next.`
  if (link.previous !== previous) return `The row ${row} does not follow the one before it.`
  if (hashOf(link, place, previous) !== link.hash) return `The row ${row} was changed.`
  if (link.salt !== null && contentDigest(link) !== link.content_digest) return `The content of ${row} was changed.`
  return null
}

/**
 * The access reason for a blind review, which staff don't have to give. The log can't be rewritten, so this text must
 * not change.
 */
export const BLIND_REVIEW_REASON = 'A blind review of a decision.'

const reasonIn = (language: Language, reason: string | null): string | null =>
  reason === BLIND_REVIEW_REASON ? write(language, message('A blind review of a decision.')) : reason

const toEntry = (row: EntryRow, language: Language): AuditEntry => ({
  _id: row.id,
  at: row.at.toISOString(),
  actor: { _id: row.actor_id, name: row.actor_name ?? row.actor_kind, kind: row.actor_kind },
  action: row.action,
  subject: row.subject_id ? { _id: row.subject_id, name: row.subject_name } : null,
  reason: reasonIn(language, row.reason),
  fields: row.fields,
  details: row.details ?? {},
  erased: row.details === null,
})

/** Leaves out entries hidden from the reader. Reads one entry more than the limit, to know whether there are more. */
export async function listEntries(
  { upToDate, caller }: Pick<Deps, 'upToDate'> & Answering,
  reader: AuditReader,
  { limit, ...filters }: AuditFilters & { limit: number },
): Promise<{ entries: AuditEntry[]; nextBefore: string | null }> {
  const rows = await findEntries(upToDate, reader, filters, limit + 1)
  const entries = rows.slice(0, limit).map((row) => toEntry(row, caller.language))
  return { entries, nextBefore: rows.length > limit ? (entries.at(-1)?._id ?? null) : null }
}

// Staff must give a reason before they read private data. The reason comes with the request (X-Reason). It is valid for
// half an hour, for this session, this kind of data and this subject. Each access adds an entry with its reason to the
// audit log.

const REASON_LASTS = minutes(30)

const LOOK = 'account.viewed'
const LOOKS = [LOOK, 'account.opened']

type AccessContext = Opening & { caller: Caller }
type Kind = 'user-page' | 'evidence' | 'address-list' | 'audit-log'
type Subject = { kind: Kind; of: string }
type Access = Subject & { action: string; subjectId?: string; details?: AuditDetails }

const reasonNeeded = () =>
  new ApiError('reason_required', 'Please give a reason for seeing this. We record it in the audit log.')

/** Saves the reason that comes with the request. Without one, returns a recent reason. */
async function reasonFor(
  { tx, now, caller }: Work & { caller: Caller },
  { account, sessionId }: Viewer,
  { kind, of }: Subject,
) {
  const key = { accountId: account.id, sessionId, kind, subject: of }
  if (caller.reason === undefined) return findReason(tx, key, later(now, -REASON_LASTS))
  await saveReason(tx, key, caller.reason, now)
  return caller.reason
}

/** Records an access before anything is read. Without a reason, records nothing and returns false. */
export const recordAccessIfReasoned = (context: AccessContext, viewer: Viewer, seen: Access): Promise<boolean> =>
  unitOfWork(context, asStaff(viewer.account.id), async (work) => {
    const reason = await reasonFor(work, viewer, seen)
    if (reason === undefined) return false
    await audit(work, {
      action: seen.action,
      reason,
      ...(seen.subjectId ? { subjectId: seen.subjectId } : {}),
      ...(seen.details ? { details: seen.details } : {}),
    })
    return true
  })

export async function recordAccess(context: AccessContext, viewer: Viewer, seen: Access): Promise<void> {
  if (!(await recordAccessIfReasoned(context, viewer, seen))) throw reasonNeeded()
}

/** A request that prepares a later access already needs the reason, but only the access itself is recorded. */
export async function requireReason(context: AccessContext, viewer: Viewer, subject: Subject): Promise<void> {
  if ((await unitOfWork(context, asStaff(viewer.account.id), (work) => reasonFor(work, viewer, subject))) === undefined)
    throw reasonNeeded()
}

/** Records a view that needs no reason, before anything is read. */
export async function recordLook(context: Opening, { account }: Viewer, subjectId: string): Promise<void> {
  if (subjectId === account.id) return
  await unitOfWork(context, asStaff(account.id), (work) => audit(work, { action: LOOK, subjectId }))
}

/** Records nothing if this reader's view of the person is recent, because everything on one page counts as one view. */
export async function recordLookOnce(context: Opening, viewer: Viewer, subjectId: string): Promise<void> {
  const since = later(context.clock.now(), -REASON_LASTS)
  if (await wasNotedBy(context.db, viewer.account.id, subjectId, LOOKS, since)) return
  await recordLook(context, viewer, subjectId)
}

type Verdict = {
  checked: number
  /** The number of entries whose content was erased. The chain covers their digests. */
  erased: number
  /** The last position in the chain, and its hash. An operator stores it for later comparisons. */
  head: string
  problem: string | null
}

/** Entries outside the chain were inserted past it, or left when its end was cut off. */
async function unchainedProblem(db: Db): Promise<string | null> {
  const row = await findUnchained(db)
  return row
    ? `The row ${rowLabel(row.id)} is ${row.logged ? 'not in the chain' : 'missing, but its content is still there'}.`
    : null
}

async function lostHeadProblem(db: Db): Promise<string | null> {
  const head = await findLostHead(db)
  if (!head) return null
  const row = `the row at place ${head.place}, noted at ${head.at.toISOString()}`
  return `The log was cut or rewritten: ${row}, is missing or different.`
}

/**
 * Reads the whole log and recomputes its chain, to the end or to the first wrong row. The chain must contain
 * `earlierHead`, which was saved outside the database.
 */
export async function verifyAudit(db: Db, earlierHead?: string): Promise<Verdict> {
  let [checked, erased, previous] = [0, 0, '']
  let isHeadFound = earlierHead === undefined
  for (let links = await findLinksAfter(db, 0); links.length > 0; links = await findLinksAfter(db, checked)) {
    for (const link of links) {
      const problem = problemIn(link, checked + 1, previous)
      if (problem) return { checked, erased, head: `${checked}:${previous}`, problem }
      checked++
      previous = link.hash
      isHeadFound ||= earlierHead === `${checked}:${previous}`
      if (link.salt === null) erased++
    }
  }
  const problem =
    (await unchainedProblem(db)) ??
    (await lostHeadProblem(db)) ??
    (isHeadFound ? null : `The log was cut or rewritten: its head used to be ${earlierHead}.`)
  return { checked, erased, head: `${checked}:${previous}`, problem }
}
