import type { Message } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { noSuchMatch } from './errors.ts'
import { messagesAround, type MessageWindow } from './messages.sql.ts'
import { openMatch } from './open-matches.sql.ts'
import { markDelivered, receiptsOf, showsReceipts } from './reads.sql.ts'
import { readerOf, toMessage } from './to-message.ts'

type Conversation = { messages: Message[]; more: boolean; readTo: number | null; deliveredTo: number | null }

export async function listMessages(
  context: Deps,
  viewer: Viewer,
  matchId: string,
  window: MessageWindow,
): Promise<Conversation> {
  const { account } = viewer
  const { db } = context
  const match = await openMatch(db, account.id, matchId)
  if (!match) throw noSuchMatch()
  const rows = await messagesAround(db, matchId, window)
  const page = rows.slice(0, window.limit)
  const ordered = window.after === undefined ? page.toReversed() : page
  const last = ordered.at(-1)
  const isNewestPage = window.after !== undefined || window.before === undefined
  if (last && isNewestPage) await markDelivered(db, matchId, account.id, last.seq)
  const theirs = await receiptsOf(db, matchId, match.other_id)
  const isMutual = showsReceipts(account) && theirs?.receipts
  const reader = await readerOf(context, viewer)
  return {
    messages: ordered.map((row) => toMessage(reader, row)),
    more: rows.length > window.limit,
    readTo: isMutual ? theirs.seq : null,
    deliveredTo: isMutual ? theirs.delivered : null,
  }
}
