import { ApiError, type EndedMatch, type Match } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Answering } from '../../http/caller.ts'
import type { Viewer } from '../../http/session.ts'
import { peopleById } from '../discovery/index.ts'
import { endedMatches, type MatchRow, openMatch, openMatches } from './matches.sql.ts'
import { toEndedMatch, toMatch } from './to-match.ts'

const MOST_MATCHES = 500
const MOST_ENDED_MATCHES = 50

export const listMatches = async (context: Deps & Answering, viewer: Viewer): Promise<Match[]> =>
  withPeople(context, viewer, await openMatches(context.db, viewer.account.id, MOST_MATCHES))

export async function getMatch(context: Deps & Answering, viewer: Viewer, id: string): Promise<Match> {
  const row = await openMatch(context.db, viewer.account.id, id)
  const [match] = row ? await withPeople(context, viewer, [row]) : []
  if (!match) throw noSuchMatch()
  return match
}

export const noSuchMatch = () => new ApiError('not_found', 'We couldn’t find this match.')

export async function withPeople(context: Deps & Answering, viewer: Viewer, rows: MatchRow[]): Promise<Match[]> {
  const otherIds = rows.map(({ other_id }) => other_id)
  const people = await peopleById(context, { viewer, matched: true }, otherIds)
  const now = context.clock.now()
  return rows.flatMap((row) => {
    const user = people.get(row.other_id)
    return user ? [toMatch(row, user, now)] : []
  })
}

export async function listEndedMatches(context: Deps & Answering, viewer: Viewer): Promise<EndedMatch[]> {
  if (viewer.account.state === 'paused') return []
  const rows = await endedMatches(context.db, viewer.account.id, MOST_ENDED_MATCHES)
  const otherIds = rows.map(({ other_id }) => other_id)
  const people = await peopleById(context, { viewer, matched: false }, otherIds)
  return rows.flatMap((row) => {
    const user = people.get(row.other_id)
    return user ? [toEndedMatch(row, user)] : []
  })
}
