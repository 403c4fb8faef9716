import { ApiError, type FrozenMessage, type FrozenVoice, type PairPerson, type ReportPair } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { recordAccess } from '../../operations/index.ts'
import { countStrikes } from '../decisions/queries.ts'
import { toFrozenMessage } from '../evidence/evidence.ts'
import { findPage, type MessageRow } from '../evidence/queries.ts'
import { handledBy } from '../reports/read-reports.ts'
import { Refusal } from '../refusals.ts'
import { findPair, findPairMatch, findPerson, reportExists } from './queries.ts'
import { toInstant } from '../../../infra/clock.ts'

type Asking = Pick<Deps, 'db' | 'clock'>
type Between = Parameters<typeof findPerson>[1]

/** A voice note is only named here; the report's evidence has a copy to play. */
const voiceIn = ({ file_id, duration_ms }: MessageRow): FrozenVoice | null =>
  file_id === null || duration_ms === null ? null : { fileId: file_id, durationMs: duration_ms, sha256: null }

async function readPerson({ db, clock }: Asking, between: Between): Promise<PairPerson> {
  const { one } = between
  const [person, strikes] = await Promise.all([findPerson(db, between), countStrikes(db, one, clock.now())])
  return {
    _id: one,
    name: person.name,
    strikes,
    hasBlocked: person.has_blocked,
    reports: person.reports.map(({ id, type, detail, status, at }) => ({
      _id: id,
      type,
      detail,
      status,
      createdAt: new Date(at).toISOString(),
    })),
  }
}

/** The relation between the two people of a report. It includes none of their messages, so it needs no reason. */
export async function readPair(context: Asking, { account }: Viewer, reportId: string): Promise<ReportPair | null> {
  if (!(await reportExists(context.db, reportId))) throw new Refusal('no_report')
  const pair = await findPair(context.db, reportId)
  if (!pair) return null
  const { reporter, about } = pair
  const only = handledBy(account)
  const [first, second, match] = await Promise.all([
    readPerson(context, { one: reporter, other: about, reportId, only }),
    readPerson(context, { one: about, other: reporter, reportId, only }),
    findPairMatch(context.db, reporter, about),
  ])
  return {
    reporter: first,
    reported: second,
    match: match
      ? {
          since: match.created_at.toISOString(),
          endedAt: toInstant(match.ended_at),
          messages: match.last_seq,
        }
      : null,
  }
}

/**
 * Returns a page of the two people's messages while the report is open, and records the access first. The report's
 * evidence has the sealed messages.
 */
export async function readPairMessages(
  context: Deps & { caller: Caller },
  viewer: Viewer,
  reportId: string,
  before: string | undefined,
): Promise<{ messages: FrozenMessage[]; hasEarlier: boolean }> {
  const pair = await findPair(context.db, reportId)
  if (!pair) throw new ApiError('not_found', 'This report isn’t between two members.')
  const { reporter, about, messageId, isOpen } = pair
  if (!isOpen) throw new ApiError('conflict', 'This report isn’t open. Reopen it to read their messages.')
  await recordAccess(context, viewer, {
    kind: 'evidence',
    of: reportId,
    action: 'evidence.messages-opened',
    subjectId: about,
    details: { report: reportId },
  })
  const { messages, hasEarlier } = await findPage(context.db, [about, reporter], before)
  return {
    messages: messages.map((row) => toFrozenMessage(row, voiceIn(row), { about, messageId: messageId ?? undefined })),
    hasEarlier,
  }
}
