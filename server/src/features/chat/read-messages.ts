import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { markTopicRead } from '../delivery/index.ts'
import { markRead } from '../matching/index.ts'
import { noSuchMatch } from './errors.ts'
import { openConversation, showsReceipts } from './reads.sql.ts'

/** Marks a conversation as read up to a message, and with it the notifications about it. */
export async function readMessages(context: Deps, { account }: Viewer, matchId: string, upTo: number): Promise<void> {
  const { db, bus } = context
  const conversation = await openConversation(db, account.id, matchId)
  if (!conversation) throw noSuchMatch()
  const seq = Math.min(upTo, conversation.last_seq)
  if (seq <= conversation.own_seq || !(await markRead(db, conversation, seq))) return
  await markTopicRead(context, account.id, `message:${matchId}`, `match:${matchId}`)
  const isMutual = showsReceipts(account) && conversation.receipts
  const readers = isMutual ? [account.id, conversation.other_id] : [account.id]
  bus.toAccounts(readers, { type: 'messages.read', matchId, seq })
}
