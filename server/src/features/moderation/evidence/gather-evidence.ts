import type { FrozenContent, FrozenMessage, FrozenPicture } from '@kindred/contract'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Deps } from '../../../deps.ts'
import { seconds } from '../../../infra/clock.ts'
import { userById } from '../../discovery/index.ts'
import { readPictureFile } from '../../profiles/index.ts'
import { sha256 } from './chain.ts'
import { findMessages, findPictures, type MessageRow } from './gather.sql.ts'
import { toSnapshot } from './snapshot.ts'

type Asking = Pick<Deps, 'db' | 'storage' | 'clock' | 'log'>
type Reported = { about: string; reporter: string; messageId: string | undefined; publicId: string | null }

/** What is about to be sealed. Its pictures are in the storage already, which no transaction can write to. */
export type Gathered = { id: string; about: string; reporter: string; content: FrozenContent }

/** Where the copy of a picture is stored. */
export const copyOf = (evidenceId: string, publicId: string): string =>
  `evidence${evidenceId.replaceAll('-', '')}/${publicId}.webp`

/** A report doesn't wait longer than this for a storage that doesn't answer. */
const COPYING_TAKES = seconds(5)

async function copyPicture(context: Asking, evidenceId: string, publicId: string): Promise<string | null> {
  const file = await readPictureFile(context, publicId, 'large')
  if (!file) return null
  await context.storage.put(copyOf(evidenceId, publicId), file)
  return sha256(file)
}

/** Copies a picture and returns its hash. A report is accepted even if the storage fails. */
const tryToCopy = (context: Asking, evidenceId: string, publicId: string): Promise<string | null> =>
  Promise.race([
    copyPicture(context, evidenceId, publicId).catch((err: unknown) => {
      context.log.error({ err, evidence: evidenceId }, 'a picture could not be copied as evidence')
      return null
    }),
    setTimeout(COPYING_TAKES, null, { ref: false }),
  ])

const toMessage = (row: MessageRow, { about, messageId }: Reported): FrozenMessage => ({
  _id: row.id,
  by: row.sender_id === about ? 'reported' : 'reporter',
  text: row.text,
  picture: row.public_id,
  at: row.created_at.toISOString(),
  deletedAt: row.deleted_at?.toISOString() ?? null,
  isReported: row.id === messageId,
})

/**
 * Collects what a report is about, as it is now: the profile, copies of the pictures, and the messages of the two
 * people. Returns null if the person was erased in the meantime.
 */
export async function gatherEvidence(context: Asking, reported: Reported): Promise<Gathered | null> {
  const { db, clock } = context
  const { about, reporter, messageId } = reported
  const [user, pictures, messages] = await Promise.all([
    userById(db, about),
    findPictures(db, about),
    findMessages(db, [about, reporter], messageId),
  ])
  if (!user) return null
  const id = randomUUID()
  const found = new Map<string, Omit<FrozenPicture, 'publicId' | 'sha256'>>()
  for (const { public_id, placeholder } of pictures) found.set(public_id, { from: 'profile', placeholder })
  for (const { public_id, placeholder } of messages)
    if (public_id && !found.has(public_id)) found.set(public_id, { from: 'message', placeholder: placeholder ?? '' })
  const frozen = await Promise.all(
    [...found].map(async ([publicId, picture]) => ({
      publicId,
      ...picture,
      sha256: await tryToCopy(context, id, publicId),
    })),
  )
  const content = {
    profile: toSnapshot(user, clock.now()),
    pictures: frozen,
    messages: messages.map((row) => toMessage(row, reported)),
  }
  return { id, about, reporter, content }
}

/** Removes the copies of evidence that wasn't sealed, or whose retention is over. */
export async function removeCopies(
  { storage }: Pick<Deps, 'storage'>,
  { id, content }: Pick<Gathered, 'id' | 'content'>,
): Promise<void> {
  for (const { publicId } of content.pictures) await storage.remove(copyOf(id, publicId))
}
