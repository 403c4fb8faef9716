import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { markTopicRead } from '../delivery/index.ts'
import { noSuchMatch } from './errors.ts'
import { openMatch } from './open-matches.sql.ts'
import { markRead, receiptsOf, showsReceipts } from './reads.sql.ts'

/** Marks a conversation as read up to a message, and with it the notifications about it. */
export async function readMessages(context: Deps, { account }: Viewer, matchId: string, seq: number): Promise<void> {
  const { db, bus } = context
  const match = await openMatch(db, account.id, matchId)
  if (!match) throw noSuchMatch()
  if (!(await markRead(db, matchId, account.id, Math.min(seq, match.last_seq)))) return
  await markTopicRead(context, account.id, `message:${matchId}`, `match:${matchId}`)
  const theirs = await receiptsOf(db, matchId, match.other_id)
  const isMutual = showsReceipts(account) && theirs?.receipts
  const readers = isMutual ? [account.id, match.other_id] : [account.id]
  bus.toAccounts(readers, { type: 'messages.read', matchId, seq })
}
