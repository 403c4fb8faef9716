import { type Reply, type Report, type MessageDescriptor, message } from '@kindred/contract'
import { type Language, languageOf } from '@kindred/contract/languages'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { write } from '../../../infra/language/write.ts'
import { pictureAddress } from '../../../infra/picture-address.ts'
import { reasonText } from '../monitoring/reason-text.ts'
import type { Detected } from './detected.ts'
import type { ReplyRow } from './replies.sql.ts'
import type { ReportRow } from './reports.sql.ts'
import type { Seen } from './seen-by-reporter.ts'
import { mayAs } from '../../../infra/staff.ts'
import type { Part, PartName } from './rules.ts'

const parts: Record<Exclude<PartName, 'history'>, MessageDescriptor> = {
  'type: Harassment': message('type: Harassment'),
  'type: Inappropriate Content': message('type: Inappropriate Content'),
  'type: Payment Problem': message('type: Payment Problem'),
  'type: Account Issue': message('type: Account Issue'),
  'type: Technical Issue': message('type: Technical Issue'),
  'type: Bug Report': message('type: Bug Report'),
  'type: Other': message('type: Other'),
  'reason: underage': message('reason: under 18, to be resolved within 24 hours'),
  'reason: intimate_image': message('reason: intimate image, to be resolved within 48 hours'),
  'reason: threats': message('reason: threats'),
  'reason: hate': message('reason: hate'),
  'reason: scam': message('reason: scam'),
  'reason: offline': message('reason: in person'),
  'reason: fake_profile': message('reason: fake profile'),
  'reason: sexual': message('reason: nudity or sexual content'),
  'reason: unwanted': message('reason: unwanted messages'),
  'reason: spam': message('reason: spam'),
  'rule: first_messages': message('rule: first messages'),
  'rule: same_text': message('rule: mass messaging'),
  'rule: new_account': message('rule: very active new account'),
  'rule: likes_everyone': message('rule: likes everyone'),
  'rule: picture_of_minor': message('rule: removed photo of a minor'),
  'rule: removed_picture': message('rule: removed intimate image'),
  'rule: known_fake': message('rule: known fake'),
  'words: child safety': message('words: child safety'),
  'words: intimate images': message('words: intimate images'),
  'words: threats to life': message('words: threats to life'),
  'words: scams': message('words: scams'),
  'words: hate speech': message('words: hate speech'),
}

function partText({ name, count = 0 }: Part): MessageDescriptor {
  if (name === 'history')
    return message(
      'history: {count, plural, one {# earlier report about this person} other {# earlier reports about this person}}',
      { count },
    )
  // An earlier version may have stored a code that this one doesn't know.
  const known: Partial<Record<string, MessageDescriptor>> = parts
  return known[name] ?? message('another reason')
}

export const DELETED_MEMBER = message('Deleted member')

export const reporterName = ({ detection }: Pick<ReportRow, 'detection'>): MessageDescriptor =>
  detection ? message('Monitoring rule') : DELETED_MEMBER

/** Notifications about one report share a topic, so that opening it marks all of them as read. */
export const topicOf = (reportId: string) => `report:${reportId}`

export const toReply = (row: ReplyRow, forStaff: boolean, brand: string, language: Language): Reply => ({
  _id: row.id,
  message: row.message,
  isInternal: row.is_internal,
  byStaff: row.by_staff,
  repliedBy: {
    name:
      row.by_staff && !forStaff
        ? write(language, message('{brand} support', { brand }))
        : (row.name ?? write(language, DELETED_MEMBER)),
  },
  repliedAt: row.at.toISOString(),
})

const iso = (date: Date | null) => date?.toISOString() ?? null

const toClocks = (row: ReportRow): NonNullable<Report['clocks']> => ({
  dueAt: iso(row.due_at),
  firstAnswer: { dueAt: row.first_due_at.toISOString(), metAt: iso(row.first_answer_at) },
  nextAnswer: row.next_due_at && { dueAt: row.next_due_at.toISOString() },
  resolution: { dueAt: row.resolve_due_at.toISOString(), metAt: iso(row.closed_at) },
})

export const hasEvidence = ({ evidence, public_id }: ReportRow) => evidence.text !== undefined || public_id !== null

/**
 * Staff see all evidence once they have given a reason. Reporters see the text that they reported, unless its author
 * had already deleted it. Staff who reported something see it as staff.
 */
function toEvidence(
  context: Pick<Deps, 'keys' | 'clock'>,
  { account, sessionId }: Viewer,
  row: ReportRow,
  isOpened: boolean,
): Report['evidence'] {
  const { evidence, public_id } = row
  if (!hasEvidence(row)) return null
  const isStaff = mayAs(account, 'reports.read')
  if (isStaff && !isOpened) return { text: null, pictureUrl: null, at: evidence.at ?? null, withheld: true }
  return {
    text: evidence.withdrawn && !isStaff ? null : (evidence.text ?? null),
    pictureUrl:
      public_id && isStaff ? pictureAddress(context.keys, sessionId, public_id, context.clock.now(), 'staff') : null,
    at: evidence.at ?? null,
  }
}

const toPerson = (id: string | null, name: string | null, language: Language) =>
  id || name ? { _id: id, name: name ?? write(language, DELETED_MEMBER) } : null

type Described = { detection: readonly Detected[] | null; description: string }

export const descriptionIn = (language: Language, { detection, description }: Described): string =>
  detection ? detection.map(({ rule, facts }) => write(language, reasonText(rule, facts))).join('\n') : description

type Details = { replies: Reply[]; isUnread: boolean; isOpened: boolean; seen: Seen | undefined }

/** Members get nothing internal, and staff get evidence only once they open the report. */
export function toReport(
  context: Pick<Deps, 'keys' | 'clock'> & Answering,
  viewer: Viewer,
  row: ReportRow,
  { replies, isUnread, isOpened, seen }: Details,
): Report {
  const isStaff = mayAs(viewer.account, 'reports.read')
  const { language } = context.caller
  return {
    _id: row.id,
    user: {
      _id: row.reporter_id,
      name: row.reporter_name ?? write(language, reporterName(row)),
      email: isStaff || row.reporter_id === viewer.account.id ? row.reporter_email : null,
      ...(isStaff ? { language: languageOf(row.reporter_language ?? '') ?? null } : {}),
    },
    problem_type: row.problem_type,
    detail: row.detail,
    description: descriptionIn(language, row),
    priority: seen?.priority ?? row.priority,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    updatedAt: (seen?.updatedAt ?? row.updated_at).toISOString(),
    endedAt: iso(row.closed_at),
    replies,
    replyCount: replies.filter(({ isInternal }) => !isInternal).length,
    about: toPerson(row.about_id, row.about_name, language),
    evidence: toEvidence(context, viewer, row, isOpened),
    version: seen?.version ?? row.version,
    ...(isStaff
      ? {
          hasFrozen: row.has_frozen,
          byRule: row.detection !== null,
          assignee: row.assignee_id ? { _id: row.assignee_id, name: row.assignee_name ?? '' } : null,
          leaseUntil: iso(row.lease_until),
          priorityParts: row.priority_parts.map((one) => ({
            name: write(language, partText(one)),
            points: one.points,
          })),
          clocks: toClocks(row),
        }
      : { unread: isUnread }),
  }
}
