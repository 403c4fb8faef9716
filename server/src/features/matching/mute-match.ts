import type { Match } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Answering } from '../../http/caller.ts'
import type { Viewer } from '../../http/session.ts'
import { setMuted } from './conversation.sql.ts'
import { noSuchMatch, withPeople } from './list-matches.ts'
import { openMatch } from './matches.sql.ts'

export async function muteMatch(context: Deps & Answering, viewer: Viewer, id: string, muted: boolean): Promise<Match> {
  const row = await openMatch(context.db, viewer.account.id, id)
  const [match] = row ? await withPeople(context, viewer, [row]) : []
  if (!row || !match) throw noSuchMatch()
  await setMuted(context.db, row, muted)
  return { ...match, muted }
}
