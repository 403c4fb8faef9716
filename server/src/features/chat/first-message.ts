import { ApiError } from '@kindred/contract'
import { sql } from 'kysely'
import { houseOf } from '../operations/index.ts'
import type { Deps } from '../../deps.ts'

type Reading = Pick<Deps, 'config' | 'db' | 'memory'>

/** True if women write first to men here. Whether that holds for a match is up to the database (send.sql). */
export const doWomenBegin = async (context: Reading): Promise<boolean> =>
  (await houseOf(context)).firstMessage === 'women'

export const theirTurn = () =>
  new ApiError('their_turn', 'Here, women write first to men. You can answer as soon as she has written.')

/** A call, a recording or a suggested date can't come before her first message, either. */
export async function assertMayBegin(context: Reading, memberId: string, matchId: string): Promise<void> {
  if (!(await doWomenBegin(context))) return
  const { rows } = await sql`
    select from matching_matches m
    where m.id = ${matchId} and chat_waits_for_her(m.id, ${memberId})`.execute(context.db)
  if (rows.length > 0) throw theirTurn()
}
