import { ApiError } from '@kindred/contract'
import { randomBytes } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import { later, minutes } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { voiceFile } from '../../../infra/storage/voice-file.ts'
import { deleteSpared, spareFile } from '../pictures/queries.ts'

const RETRY_SECONDS = 60
/** Longer than any request takes. */
const SPARED_FOR = minutes(10)

const unavailable = () =>
  new ApiError('unavailable', 'We can’t save voice notes right now. Please try again in a few minutes.', {
    retryAfter: RETRY_SECONDS,
  })

/**
 * Stores a recording. The transaction that saves its row has to keep it: the storage isn't part of any, and nothing else
 * tells whether one succeeded whose answer was lost. The sweep removes recordings that weren't kept.
 */
export async function storeRecording(
  { db, storage, clock, log }: Pick<Deps, 'db' | 'storage' | 'clock' | 'log'>,
  accountId: string,
  file: Uint8Array,
): Promise<string> {
  const fileId = randomBytes(16).toString('hex')
  await spareFile(db, fileId, later(clock.now(), SPARED_FOR))
  await storage.put(voiceFile(fileId), file, accountId).catch((err: unknown) => {
    log.error({ err }, 'a recording could not be stored')
    throw unavailable()
  })
  return fileId
}

/** Call it in the transaction that saves the row. */
export async function keepRecording(tx: Tx, fileId: string): Promise<void> {
  if (!(await deleteSpared(tx, fileId))) throw unavailable()
}
