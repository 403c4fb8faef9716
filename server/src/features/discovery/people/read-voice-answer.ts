import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { mayUseSpecialCategory, type Viewer } from '../../../http/session.ts'
import { voiceFile } from '../../../infra/storage/voice-file.ts'
import { storedVoice } from '../../profiles/index.ts'
import { matchCriteria } from '../eligibility/viewer-criteria.ts'
import { reachablePerson } from './reachable-person.ts'

/**
 * The answer that the viewer may hear: their own, or a shown one of someone whose profile they can see. Staff hear
 * others on the user's page, for a reason (getUserVoice).
 */
async function audibleAnswer(context: Deps, viewer: Viewer, id: string) {
  if (id === viewer.account.id) return storedVoice(viewer.profile)
  const reached = await reachablePerson(context.db, matchCriteria(context, viewer), id)
  // Whoever withdrew their consent hears their matches only.
  const mayHear = reached && (reached.matched || mayUseSpecialCategory(viewer))
  const voice = mayHear ? storedVoice(reached.row.profile) : null
  return voice?.review === 'shown' ? voice : null
}

/** The sound of a spoken answer. Each request checks again whether the viewer may hear it. */
export async function readVoiceAnswer(context: Deps, viewer: Viewer, id: string): Promise<Uint8Array> {
  const voice = await audibleAnswer(context, viewer, id)
  const file = voice && (await context.storage.get(voiceFile(voice.fileId)))
  if (!file) throw new ApiError('not_found', 'We couldn’t find this recording.')
  return file
}
