import { createHash, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type {
  FrozenContent,
  FrozenMessage,
  FrozenPicture,
  FrozenVoice,
  FrozenVoiceAnswer,
  ProfileSnapshot,
} from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { userById, type UserRow } from '../../discovery/index.ts'
import {
  findMessages,
  findMessagesBy,
  findEarlierTexts,
  findNotes,
  findPictures,
  findUpload,
  findWithdrawn,
  insertContent,
  insertEvidence,
  isSealed,
  lockHead,
  type MessageRow,
  type NoteRow,
  type PictureRow,
  type Sealed,
  type WithdrawnRow,
  type Link,
} from './queries.ts'
import { toSealed } from './stored.ts'
import { suggestedBetween, type SuggestedPlace } from '../../chat/index.ts'
import { audit } from '../../operations/index.ts'
import { ageOn, readPictureFile, storedVoice, toProfileDetails } from '../../profiles/index.ts'
import type { Profile } from '../../../http/session.ts'
import { days, later, seconds, toInstant } from '../../../infra/clock.ts'
import { voiceFile } from '../../../infra/storage/voice-file.ts'
import type { Work } from '../../../work.ts'

// The chain of sealed evidence. Each row has the digest of its content and the hash of the previous row, so that a
// change, a removal or an insertion is detected (npm run admin -- verify-evidence).

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const digestOf = ({ salt, content }: { salt: string; content: string }): string =>
  sha256([salt, sha256(content)].join('\n'))

const hashOf = ({ place, previous, id, report_id, about_id, reporter_id, at, content_digest }: Sealed): string =>
  sha256([place, previous, id, report_id, about_id, reporter_id, at.toISOString(), content_digest].join('\n'))

/** Returns null if the link is valid. Of deleted content, only the digest remains. */
export function problemIn(link: Link, place: number, previous: string): string | null {
  const row = `evidence ${link.id} of ${link.at.toISOString()}`
  if (link.place !== place) return `The evidence at place ${place} is missing: ${row} comes next.`
  if (link.previous !== previous) return `The ${row} does not follow the one before it.`
  if (hashOf(link) !== link.hash) return `The ${row} was changed.`
  const { salt, content } = link
  if (salt !== null && content !== null && digestOf({ salt, content }) !== link.content_digest)
    return `The content of ${row} was changed.`
  return null
}

/** Fields are listed explicitly, so that a new field of profiles doesn't change what is sealed. */
function toDetails(profile: Profile | null) {
  const { gender, bio, location, intention, prompts, interests, languages, basics } = toProfileDetails(profile)
  const { height, children, smoking, drinking, diet, religion, education, work } = basics
  return {
    gender,
    bio,
    location: { city: location.city, country: location.country },
    intention,
    prompts: prompts.map(({ question, answer }) => ({ question, answer })),
    interests,
    languages,
    basics: { height, children, smoking, drinking, diet, religion, education, work },
  }
}

export const toSnapshot = (row: UserRow, now: Date): ProfileSnapshot => ({
  firstName: row.first_name,
  lastName: row.last_name,
  state: row.state,
  age: row.date_of_birth ? ageOn(row.date_of_birth, now) : null,
  ...toDetails(row.profile),
  photoChecked: row.photo_checked_at !== null,
})

type Asking = Pick<Deps, 'db' | 'storage' | 'clock' | 'log' | 'keys'>
type Reported = {
  about: string
  /** The reporter or, for a rule's finding, the reader. Null for content that no one reads. */
  reporter: string | null
  messageId: string | undefined
  alsoFound?: readonly string[]
  notesTo?: readonly string[]
  sent?: string
}

/** Whatever was edited or deleted within this time is sealed, however much was written since. */
const CHANGED_WITHIN = days(30)

/** Evidence before sealing. Its pictures are already in the storage, because the storage has no transactions. */
export type Gathered = { id: string; about: string; reporter: string | null; content: FrozenContent }

export const copyOf = (evidenceId: string, publicId: string): string =>
  `evidence${evidenceId.replaceAll('-', '')}/${publicId}.webp`

/** The longest that a report waits for an unresponsive storage. */
const COPYING_TAKES = seconds(5)

export const copyOfVoice = (evidenceId: string, fileId: string): string =>
  `evidence${evidenceId.replaceAll('-', '')}/${fileId}.ogg`

type Copy = { evidenceId: string; to: string }

async function copy(
  { storage }: Asking,
  original: Promise<Uint8Array | null>,
  { evidenceId, to }: Copy,
): Promise<string | null> {
  const file = await original
  if (!file) return null
  await storage.put(to, file, evidenceId)
  return sha256(file)
}

const tryToCopy = (context: Asking, original: Promise<Uint8Array | null>, to: Copy): Promise<string | null> =>
  Promise.race([
    copy(context, original, to).catch((err: unknown) => {
      context.log.error({ err, copy: to.to }, 'a file could not be copied as evidence')
      return null
    }),
    setTimeout(COPYING_TAKES, null, { ref: false }),
  ])

async function copyVoice(
  context: Asking,
  id: string,
  { file_id, duration_ms }: MessageRow,
): Promise<FrozenVoice | null> {
  if (file_id === null || duration_ms === null) return null
  const hash = await tryToCopy(context, context.storage.get(voiceFile(file_id)), {
    evidenceId: id,
    to: copyOfVoice(id, file_id),
  })
  return { fileId: file_id, durationMs: duration_ms, sha256: hash }
}

/** The voice answer of the profile, and those before it. */
function copyVoiceAnswers(
  context: Asking,
  id: string,
  { profile }: UserRow,
  withdrawn: readonly WithdrawnRow[],
): Promise<FrozenVoiceAnswer[]> {
  const current = storedVoice(profile)
  const earlier = withdrawn.flatMap(({ public_id: fileId, shown }) =>
    shown.kind === 'voice' ? { fileId, ...shown } : [],
  )
  return Promise.all(
    [...(current ? [{ ...current, until: undefined }] : []), ...earlier].map(
      async ({ fileId, durationMs, question, text, until }) => ({
        fileId,
        durationMs,
        question,
        sha256: await tryToCopy(context, context.storage.get(voiceFile(fileId)), {
          evidenceId: id,
          to: copyOfVoice(id, fileId),
        }),
        ...(text && { text }),
        ...(until && { until }),
      }),
    ),
  )
}

export const toFrozenMessage = (
  row: MessageRow,
  voice: FrozenVoice | null,
  { about, messageId, alsoFound = [] }: Pick<Reported, 'about' | 'messageId' | 'alsoFound'>,
): FrozenMessage => ({
  _id: row.id,
  by: row.sender_id === about ? 'reported' : 'reporter',
  text: row.text,
  picture: row.public_id,
  voice,
  at: row.created_at.toISOString(),
  ...(row.edited_at && { editedAt: row.edited_at.toISOString(), earlier: row.earlier_texts ?? [] }),
  deletedAt: toInstant(row.deleted_at),
  isReported: row.id === messageId || alsoFound.includes(row.id),
  ...(row.kind === 'call' && { from: 'call' }),
})

/** A note with a like is read before any message, so it is sealed as a message. */
const toFrozenNote = (
  { id, sender_id, reader_id, text, at, until }: NoteRow,
  { about, notesTo = [] }: Reported,
): FrozenMessage => ({
  _id: id,
  by: sender_id === about ? 'reported' : 'reporter',
  text,
  picture: null,
  voice: null,
  at: at.toISOString(),
  deletedAt: toInstant(until),
  isReported: sender_id === about && notesTo.includes(reader_id),
  from: 'note',
})

/** The place is in the proposer's own words, and the other person reads it with the suggestion. */
const toFrozenDate = (
  { id, proposer_id, place, created_at, withdrawn_at }: SuggestedPlace,
  about: string,
): FrozenMessage => ({
  _id: id,
  by: proposer_id === about ? 'reported' : 'reporter',
  text: place,
  picture: null,
  voice: null,
  at: created_at.toISOString(),
  deletedAt: toInstant(withdrawn_at),
  isReported: false,
  from: 'date',
})

async function copyPictures(
  context: Asking,
  id: string,
  pictures: readonly PictureRow[],
  withdrawn: readonly WithdrawnRow[],
  messages: readonly Pick<MessageRow, 'public_id' | 'placeholder'>[],
): Promise<FrozenPicture[]> {
  const found = new Map<string, Omit<FrozenPicture, 'publicId' | 'sha256'>>()
  for (const { public_id, placeholder, alt } of pictures)
    found.set(public_id, { from: 'profile', placeholder, ...(alt && { alt }) })
  for (const { public_id, shown } of withdrawn)
    if (shown.kind === 'photo') {
      const { placeholder, alt, until } = shown
      found.set(public_id, { from: 'profile', placeholder, until, ...(alt && { alt }) })
    }
  for (const { public_id, placeholder } of messages)
    if (public_id && !found.has(public_id)) found.set(public_id, { from: 'message', placeholder: placeholder ?? '' })
  return Promise.all(
    [...found].map(async ([publicId, picture]) => ({
      publicId,
      ...picture,
      sha256: await tryToCopy(context, readPictureFile(context, publicId, 'large'), {
        evidenceId: id,
        to: copyOf(id, publicId),
      }),
    })),
  )
}

/**
 * Collects the current content: the profile, the messages of the two people, and copies of the pictures and voice
 * notes. Returns null if the person has been erased.
 */
export async function gatherEvidence(context: Asking, reported: Reported): Promise<Gathered | null> {
  const { db, clock } = context
  const { about, reporter, messageId, alsoFound = [], notesTo = [], sent } = reported
  const since = later(clock.now(), -CHANGED_WITHIN)
  const [user, pictures, withdrawn, earlier, uploads, notes, dates, elsewhere, between] = await Promise.all([
    userById(db, about),
    findPictures(db, about),
    findWithdrawn(db, about),
    findEarlierTexts(db, about),
    sent === undefined ? [] : findUpload(db, about, sent),
    findNotes(db, about, { reporter, readers: notesTo }),
    reporter === null ? [] : suggestedBetween(context, about, reporter),
    findMessagesBy(db, about, alsoFound),
    reporter === null ? [] : findMessages(db, [about, reporter], { messageId, since }),
  ])
  const messages = [...elsewhere.filter(({ id }) => between.every((each) => each.id !== id)), ...between]
  if (!user) return null
  const id = randomUUID()
  const [frozen, voices, answers] = await Promise.all([
    copyPictures(context, id, pictures, withdrawn, [...messages, ...uploads]),
    Promise.all(messages.map((row) => copyVoice(context, id, row))),
    copyVoiceAnswers(context, id, user, withdrawn),
  ])
  const content = {
    profile: toSnapshot(user, clock.now()),
    earlier: earlier.map(({ since, until, ...text }) => ({
      ...text,
      since: toInstant(since),
      until: until.toISOString(),
    })),
    pictures: frozen,
    messages: [
      ...notes.map((row) => toFrozenNote(row, reported)),
      ...dates.map((row) => toFrozenDate(row, about)),
      ...messages.map((row, at) => toFrozenMessage(row, voices[at] ?? null, reported)),
    ],
    voices: answers,
  }
  return { id, about, reporter, content }
}

export const voicesIn = ({ messages, voices }: FrozenContent): FrozenVoice[] => [
  ...messages.flatMap((message) => message.voice ?? []),
  ...voices,
]

/** Copies stay unsealed if the report failed, or was added to an earlier one. */
export async function removeUnsealed(context: Pick<Deps, 'db' | 'storage'>, gathered: Gathered): Promise<void> {
  if (!(await isSealed(context.db, gathered.id))) await removeCopies(context, gathered)
}

export async function removeCopies(
  { storage }: Pick<Deps, 'storage'>,
  { id, content }: Pick<Gathered, 'id' | 'content'>,
): Promise<void> {
  for (const { publicId } of content.pictures) await storage.remove(copyOf(id, publicId))
  for (const { fileId } of voicesIn(content)) await storage.remove(copyOfVoice(id, fileId))
}

/** The audit log records each new head of the chain, so that cutting off or rewriting the chain is detected. */
export const EVIDENCE_SEALED = 'evidence.frozen'

export async function sealEvidence(work: Work, reportId: string, gathered: Gathered): Promise<void> {
  const { tx, now } = work
  const { id, about, reporter } = gathered
  const content = { salt: randomUUID(), content: toSealed(gathered.content) }
  const head = await lockHead(tx)
  const sealed = {
    place: head.place + 1,
    id,
    report_id: reportId,
    about_id: about,
    reporter_id: reporter,
    at: now,
    content_digest: digestOf(content),
    previous: head.hash,
  }
  const hash = hashOf(sealed)
  await insertEvidence(tx, { ...sealed, hash })
  await insertContent(tx, { evidence_id: id, ...content })
  await audit(work, { action: EVIDENCE_SEALED, details: { report: reportId, head: `${sealed.place}:${hash}` } })
}
