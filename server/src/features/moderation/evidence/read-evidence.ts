import { ApiError, type FrozenContent, type FrozenEvidence, type MessageNow } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { userById, type UserRow } from '../../discovery/index.ts'
import { storedVoice } from '../../profiles/index.ts'
import { recordAccess } from '../../operations/index.ts'
import { findEvidenceOf } from './evidence.sql.ts'
import { copyOf, copyOfVoice, voicesIn } from './gather-evidence.ts'
import { findMessagesNow, findPictures, type MessageNowRow } from './gather.sql.ts'
import { contentOf, partsIn } from './parts.ts'
import { toSnapshot } from './snapshot.ts'

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

/** Shows the sealed evidence beside the current content. The look is recorded before the content is read. */
export async function readEvidence(context: Calling, viewer: Viewer, reportId: string): Promise<FrozenEvidence> {
  const { link, content: frozen } = await findContent(context, reportId)
  await recordAccess(context, viewer, {
    kind: 'evidence',
    of: reportId,
    action: 'evidence.opened',
    subjectId: link.about_id,
    details: { report: reportId },
  })
  const sent = frozen.messages.flatMap(({ _id, isNote }) => (isNote ? [] : _id))
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
