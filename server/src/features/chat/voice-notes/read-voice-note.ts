import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { voiceFile } from '../../../infra/storage/voice-file.ts'
import { audibleFile } from './voice-notes.sql.ts'

/** Each request checks again whether the member may listen. */
export async function readVoiceNote(
  { db, storage }: Deps,
  { account }: Viewer,
  { id, messageId }: { id: string; messageId: string },
): Promise<Uint8Array> {
  const fileId = await audibleFile(db, account.id, id, messageId)
  const file = fileId ? await storage.get(voiceFile(fileId)) : null
  if (!file) throw new ApiError('not_found', 'We couldn’t find this voice note.')
  return file
}
