import { ApiError, closings, type Closing, type Match } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { transaction, type Tx } from '../../infra/db/db.ts'
import { matchedPeople } from '../people/service.ts'
import * as queries from './queries.ts'

/** Two yeses make one match; both are told once it is certain. */
export async function makeMatch(
  tx: Tx,
  { clock, bus }: Pick<Deps, 'clock' | 'bus'>,
  one: string,
  other: string,
  afterCommit: (effect: () => void) => void,
) {
  const match = await queries.make(tx, one, other, clock.now())
  if (match) afterCommit(() => bus.toAccounts([one, other], { type: 'match.made', matchId: match.id }))
  return match ?? null
}

const MOST = 500

async function told(context: Deps, viewer: Viewer, rows: queries.MatchRow[]): Promise<Match[]> {
  const people = await matchedPeople(
    context,
    viewer,
    rows.map(({ other_id }) => other_id),
  )
  return rows.flatMap(({ id, other_id, created_at }) => {
    const user = people.get(other_id)
    if (!user) return []
    return [
      {
        _id: id,
        user,
        createdAt: created_at.toISOString(),
        lastMessage: null,
        unread: 0,
        parked: false,
        closing: null,
      },
    ]
  })
}

export const matchesOf = async (context: Deps, viewer: Viewer): Promise<Match[]> =>
  told(context, viewer, await queries.matchesOf(context.db, viewer.account.id, MOST))

const none = () => new ApiError('not_found', 'There is no such match.')

export async function oneMatch(context: Deps, viewer: Viewer, id: string): Promise<Match> {
  const row = await queries.matchOf(context.db, viewer.account.id, id)
  const [match] = row ? await told(context, viewer, [row]) : []
  if (!match) throw none()
  return match
}

export async function unmatch(context: Deps, viewer: Viewer, id: string, closing: Closing | undefined): Promise<void> {
  const now = context.clock.now()
  await transaction(context.db, async (tx, afterCommit) => {
    const row = await queries.matchOf(context.db, viewer.account.id, id)
    const ended = row && (await queries.end(tx, id, viewer.account.id, closing ? closings[closing] : null, now))
    if (!ended) throw none()
    await queries.dropChoices(tx, ended.a_id, ended.b_id)
    afterCommit(() => context.bus.toAccounts([ended.a_id, ended.b_id], { type: 'match.ended', matchId: id }))
  })
}
