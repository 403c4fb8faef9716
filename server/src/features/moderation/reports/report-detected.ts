import { type ReportDetail, typeOfDetail } from '@kindred/contract'
import { configurationOf, patternsOf } from '../../operations/index.ts'
import type { Work } from '../../../work.ts'
import type { Tx } from '../../../infra/db/db.ts'
import type { Found } from '../monitoring/monitored.sql.ts'
import type { Gathered } from '../evidence/gather-evidence.ts'
import { sealEvidence } from '../evidence/seal-evidence.ts'
import { findOpenDetected, messageText, updateDetected } from './detected.sql.ts'
import { insertChange } from './history.sql.ts'
import { notifyStaff } from './notify-staff.ts'
import { countReporters, insertReport } from './reports.sql.ts'
import { dueAfter, partsOf, priorityOf, rankOf } from './rules.ts'
import type { Detected, DetectedBy } from './detected.ts'

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

const hasNews = ({ content: { messages, pictures } }: Gathered) =>
  messages.length > 0 || pictures.some(({ from }) => from === 'message')

/** A report by a rule stores only its reasons. They are written in each reader's language. */
const description = ''

type Detection = { about: string; reason: Detected; message: Found | null; gathered: Gathered | null }

const textOf = async (tx: Tx, message: Found | null) =>
  message?.id ? messageText(tx, message) : message ? { text: message.text, at: new Date(message.at).toISOString() } : {}

/**
 * Creates a report without a reporter. Each person has at most one open report of this kind: another rule adds its
 * reason to it. Returns its id.
 */
export async function reportDetected(
  work: Work<'bus' | 'config'>,
  { about, reason, message, gathered }: Detection,
): Promise<string> {
  const { tx, now, config } = work
  const open = await findOpenDetected(tx, about)
  const before = open?.detection.filter(({ rule }) => rule !== reason.rule) ?? []
  const detection = [...before, reason]
  // The finding with the shorter deadline decides, otherwise the first one.
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
    if (gathered && hasNews(gathered)) await sealEvidence(work, open.id, gathered)
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
