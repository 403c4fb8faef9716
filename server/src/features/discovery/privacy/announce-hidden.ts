import { endCalls, hiddenMatches } from './queries.ts'
import type { Work } from '../../../work.ts'

/**
 * Closes the conversations and calls of someone who is no longer shown, on all open pages, or only the ones with
 * `otherId`. The event is the same for a block, a deletion, a ban and an unmatch, so that it doesn't reveal which of
 * them it was.
 */
export async function announceHidden({ tx, now, bus, afterCommit }: Work<'bus'>, id: string, otherId?: string) {
  const matches = await hiddenMatches(tx, id, otherId)
  await endCalls(tx, matches, now)
  afterCommit(() => {
    for (const match of matches) bus.toAccounts([match.a_id, match.b_id], { type: 'match.ended', matchId: match.id })
  })
}
