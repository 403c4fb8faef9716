import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { assertUnlimited, noSuchMatch } from './errors.ts'
import { openConversation } from './reads.sql.ts'

/** Shows the other person that the viewer is typing, if both let others see when they are online. */
export async function signalTyping({ db, bus, clock }: Deps, { account }: Viewer, matchId: string): Promise<void> {
  assertUnlimited(account, clock.now())
  const conversation = await openConversation(db, account.id, matchId)
  if (!conversation) throw noSuchMatch()
  const { other_id, presence } = conversation
  if (account.show_last_active && presence) bus.toAccounts([other_id], { type: 'typing', matchId })
}
