import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { assertUnlimited, noSuchMatch } from './errors.ts'
import { openMatch } from './open-matches.sql.ts'
import { receiptsOf } from './reads.sql.ts'

/** Shows the other person that the viewer is typing, if both let others see when they are online. */
export async function signalTyping({ db, bus, clock }: Deps, { account }: Viewer, matchId: string): Promise<void> {
  assertUnlimited(account, clock.now())
  const match = await openMatch(db, account.id, matchId)
  if (!match) throw noSuchMatch()
  const theirs = await receiptsOf(db, matchId, match.other_id)
  if (account.show_last_active && theirs?.presence) bus.toAccounts([match.other_id], { type: 'typing', matchId })
}
