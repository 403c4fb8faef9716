import { ApiError } from '@kindred/contract'
import { randomBytes } from 'node:crypto'
import type { Logger } from '../log.ts'
import { waitAWhile } from './patience.ts'
import type { Storage } from './storage.ts'

const RETRY_SECONDS = 60

type Storing = { storage: Storage; log: Logger }

/** The sweep that removes dropped files uses this path, too. */
export const voiceFile = (fileId: string): string => `${fileId}/voice.ogg`

export async function saveVoiceFile({ storage, log }: Storing, accountId: string, file: Uint8Array): Promise<string> {
  const fileId = randomBytes(16).toString('hex')
  await storage.put(voiceFile(fileId), file, accountId).catch(async (err: unknown) => {
    log.error({ err }, 'a recording could not be stored')
    await discardVoiceFile({ storage, log }, fileId)
    throw new ApiError('unavailable', 'We can’t save voice notes right now. Please try again in a few minutes.', {
      retryAfter: RETRY_SECONDS,
    })
  })
  return fileId
}

/** Discards a recording that no row refers to, because no sweep would find it later. */
export const discardVoiceFile = ({ storage, log }: Storing, fileId: string): Promise<unknown> =>
  waitAWhile(storage.remove(voiceFile(fileId)).catch((err: unknown) => log.warn({ err }, 'a file was left behind')))
