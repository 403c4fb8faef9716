import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { voiceFile } from '../../../infra/storage/voice-file.ts'
import { ownerOfHeldVoice } from '../../profiles/index.ts'

/** The sound of an answer, as long as it waits: as for photos, the review itself is the reason to listen. */
export async function readWaitingVoice({ db, storage }: Deps, fileId: string): Promise<string> {
  const file = (await ownerOfHeldVoice(db, fileId)) && (await storage.get(voiceFile(fileId)))
  if (!file) throw new ApiError('not_found', 'We couldn’t find this recording.')
  return `data:audio/ogg;base64,${file.toString('base64')}`
}
