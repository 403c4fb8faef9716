import type { Match } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { setMuted } from '../chat/index.ts'
import { getMatch, noSuchMatch } from './list-matches.ts'
import { openMatch } from './matches.sql.ts'

export async function muteMatch(context: Deps, viewer: Viewer, id: string, muted: boolean): Promise<Match> {
  if (!(await openMatch(context.db, viewer.account.id, id))) throw noSuchMatch()
  await setMuted(context.db, id, viewer.account.id, muted)
  return getMatch(context, viewer, id)
}
