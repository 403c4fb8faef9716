import type { Match } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Answering } from '../../http/caller.ts'
import type { Viewer } from '../../http/session.ts'
import { setMuted } from '../chat/index.ts'
import { getMatch } from './list-matches.ts'

export async function muteMatch(context: Deps & Answering, viewer: Viewer, id: string, muted: boolean): Promise<Match> {
  const match = await getMatch(context, viewer, id)
  await setMuted(context.db, id, viewer.account.id, muted)
  return { ...match, muted }
}
