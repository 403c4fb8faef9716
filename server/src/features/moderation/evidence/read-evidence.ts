import { ApiError, type FrozenContent, type FrozenEvidence, type MessageNow } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { userById, type UserRow } from '../../discovery/index.ts'
import { copyOf, copyOfVoice, EVIDENCE_SEALED, problemIn, sha256, toSnapshot, voicesIn } from './evidence.ts'
import { contentOf, partsIn } from './parts.ts'
import {
  findEvidenceOf,
  findLastSealed,
  findLinksAfter,
  findMessagesNow,
  findPictures,
  findUnsealed,
  type MessageNowRow,
  type Link,
} from './queries.ts'
import { readSealed } from './stored.ts'
import { lastTimes, latestDetails, recordAccess } from '../../operations/index.ts'
import { storedVoice } from '../../profiles/index.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { plural } from '../../../infra/words.ts'

type Calling = Deps & { caller: Caller }

const noEvidence = () => new ApiError('not_found', 'This report has no evidence.')

async function findContent({ db }: Calling, reportId: string) {
  const links = await findEvidenceOf(db, reportId)
  const [link] = links
  const parts = partsIn(links)
  const content = contentOf(parts)
  if (!link || !content) throw noEvidence()
  return { link, parts, content }
}

const toMessageNow = ({ id, text, deleted_at }: MessageNowRow): MessageNow => ({
  _id: id,
  text: deleted_at === null ? text : null,
  isDeleted: deleted_at !== null,
})

function shownVoice({ profile }: UserRow): string | null {
  const voice = storedVoice(profile)
  return voice?.review === 'shown' ? voice.fileId : null
}

export const EVIDENCE_OPENED = 'evidence.opened'

/**
 * The reports about a person whose evidence someone hasn't opened, or not since a monitoring rule added to it. A decision
 * that cites a report tells the member that we looked into it.
 */
export async function findUnopened(db: Db | Tx, actorId: string, aboutId: string): Promise<string[]> {
  const looks = { actorId, subjectId: aboutId, action: EVIDENCE_OPENED, detail: 'report' }
  const [sealed, opened] = [await findLastSealed(db, aboutId), await lastTimes(db, looks)]
  return sealed.flatMap(({ report_id, at }) =>
    (opened.get(report_id)?.getTime() ?? 0) < at.getTime() ? report_id : [],
  )
}

/** Shows the sealed evidence beside the current content. The look is recorded before the content is read. */
export async function readEvidence(context: Calling, viewer: Viewer, reportId: string): Promise<FrozenEvidence> {
  const { link, content: frozen } = await findContent(context, reportId)
  await recordAccess(context, viewer, {
    kind: 'evidence',
    of: reportId,
    action: EVIDENCE_OPENED,
    subjectId: link.about_id,
    details: { report: reportId },
  })
  const sent = frozen.messages.flatMap(({ _id, from }) => (from ? [] : _id))
  const [user, pictures, messages] = await Promise.all([
    userById(context.db, link.about_id),
    findPictures(context.db, link.about_id),
    findMessagesNow(context.db, sent, link.about_id, link.reporter_id),
  ])
  return {
    frozenAt: link.at.toISOString(),
    about: link.about_id,
    content: frozen,
    now: user
      ? {
          profile: toSnapshot(user, context.clock.now()),
          pictures: pictures.map(({ public_id }) => public_id),
          messages: messages.map(toMessageNow),
          voice: shownVoice(user),
        }
      : null,
  }
}

type Copy = {
  action: string
  details: Record<string, string>
  fileIn: (evidenceId: string) => string
  isIn: (content: FrozenContent) => boolean
}

/** Each view or playback of a file is recorded. */
async function readCopy(
  context: Calling,
  viewer: Viewer,
  reportId: string,
  { action, details, fileIn, isIn }: Copy,
): Promise<string> {
  const { link, parts } = await findContent(context, reportId)
  const part = parts.find(({ content }) => isIn(content))
  if (!part) throw noEvidence()
  const subjectId = link.about_id
  await recordAccess(context, viewer, {
    kind: 'evidence',
    of: reportId,
    action,
    subjectId,
    details: { report: reportId, ...details },
  })
  const file = await context.storage.get(fileIn(part.id))
  if (!file) throw noEvidence()
  return file.toString('base64')
}

export async function readEvidencePicture(
  context: Calling,
  viewer: Viewer,
  reportId: string,
  publicId: string,
): Promise<string> {
  const copy = await readCopy(context, viewer, reportId, {
    action: 'evidence.picture-opened',
    details: { picture: publicId },
    fileIn: (id) => copyOf(id, publicId),
    isIn: ({ pictures }) => pictures.some((each) => each.publicId === publicId),
  })
  return `data:image/webp;base64,${copy}`
}

export async function readEvidenceVoice(
  context: Calling,
  viewer: Viewer,
  reportId: string,
  fileId: string,
): Promise<string> {
  const copy = await readCopy(context, viewer, reportId, {
    action: 'evidence.voice-opened',
    details: { voice: fileId },
    fileIn: (id) => copyOfVoice(id, fileId),
    isIn: (content) => voicesIn(content).some((voice) => voice.fileId === fileId),
  })
  return `data:audio/ogg;base64,${copy}`
}

type Checking = Pick<Deps, 'db' | 'storage'>
type Verdict = { checked: number; deleted: number; copies: number; head: string; problem: string | null }

function copiesIn(id: string, content: FrozenContent) {
  const all = [
    ...content.pictures.map(({ publicId, sha256: hash }) => ({
      name: `picture ${publicId}`,
      at: copyOf(id, publicId),
      hash,
    })),
    ...voicesIn(content).map(({ fileId, sha256: hash }) => ({
      name: `voice note ${fileId}`,
      at: copyOfVoice(id, fileId),
      hash,
    })),
  ]
  return all.filter(({ hash }) => hash !== null)
}

async function checkCopies({ storage }: Checking, { id, content }: Link): Promise<number | string> {
  if (content === null) return 0
  const copies = copiesIn(id, readSealed(content))
  for (const { name, at, hash } of copies) {
    const file = await storage.get(at)
    if (!file) return `The copy of ${name} of evidence ${id} is missing.`
    if (sha256(file) !== hash) return `The copy of ${name} of evidence ${id} was changed.`
  }
  return copies.length
}

/**
 * Recomputes the chain up to its end or the first problem. The chain must contain `earlierHead`, which was saved
 * outside the database, and the last head in the audit log.
 */
export async function verifyEvidence(context: Checking, earlierHead?: string): Promise<Verdict> {
  const { db } = context
  // Read the head before the chain, which may grow during the check.
  const noted = (await latestDetails(db, EVIDENCE_SEALED))?.['head']
  const missing = new Set(
    [earlierHead, typeof noted === 'string' ? noted : undefined].filter((head) => head !== undefined),
  )
  const verdict: Verdict = { checked: 0, deleted: 0, copies: 0, head: '0:', problem: null }
  let previous = ''
  for (let links = await findLinksAfter(db, 0); links.length > 0; links = await findLinksAfter(db, verdict.checked))
    for (const link of links) {
      const problem = problemIn(link, verdict.checked + 1, previous)
      if (problem) return { ...verdict, problem }
      const copies = await checkCopies(context, link)
      if (typeof copies === 'string') return { ...verdict, problem: copies }
      verdict.checked++
      verdict.copies += copies
      if (link.content === null) verdict.deleted++
      previous = link.hash
      verdict.head = `${verdict.checked}:${previous}`
      missing.delete(verdict.head)
    }
  const unsealed = await findUnsealed(db)
  const [lost] = missing
  if (unsealed) return { ...verdict, problem: `The evidence ${unsealed} is missing, but its content is still there.` }
  return lost ? { ...verdict, problem: `Evidence was cut off or rewritten: its head used to be ${lost}.` } : verdict
}

export async function verifyEvidenceChain(context: Checking, earlierHead?: string): Promise<string> {
  const { checked, deleted, copies, head, problem } = await verifyEvidence(context, earlierHead)
  const rows = plural(checked, { one: '# report', other: '# reports' })
  if (problem) throw new Error(`${problem}\nChecked the evidence of ${rows} before it.`)
  const files = plural(copies, { one: '# picture or voice note', other: '# pictures and voice notes' })
  return (
    `Checked the evidence of ${rows} with ${files} and found no problems. ` +
    `${deleted} of them were past their retention.\nHead: ${head}`
  )
}
