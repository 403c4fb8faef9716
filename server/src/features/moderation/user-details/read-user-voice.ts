import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { voiceFile } from '../../../infra/storage/voice-file.ts'
import { recordAccess } from '../../operations/index.ts'
import { storedVoice } from '../../profiles/index.ts'
import { aboutPerson, noteReader } from '../second-looks/readers.sql.ts'
import { readUser } from './read-user-details.ts'

/** The sound of a user's spoken answer, also after it was removed. Each time that staff play it is recorded. */
export async function readUserVoice(context: Deps & { caller: Caller }, viewer: Viewer, id: string): Promise<string> {
  const voice = storedVoice((await readUser(context.db, id)).profile)
  await recordAccess(context, viewer, {
    kind: 'user-page',
    of: id,
    action: 'account.voice-opened',
    subjectId: id,
    ...(voice && { details: { voice: voice.fileId } }),
  })
  await noteReader(context.db, viewer.account.id, aboutPerson(id))
  const file = voice && (await context.storage.get(voiceFile(voice.fileId)))
  if (!file) throw new ApiError('not_found', 'We couldn’t find this recording.')
  return `data:audio/ogg;base64,${file.toString('base64')}`
}
