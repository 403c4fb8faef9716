import type { Message } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { markReceived } from '../matching/index.ts'
import { noSuchMatch } from './errors.ts'
import { messagesAround, type MessageWindow } from './messages.sql.ts'
import { openConversation, showsReceipts } from './reads.sql.ts'
import { readerOf, toMessage } from './to-message.ts'

type Page = { messages: Message[]; more: boolean; readTo: number | null; deliveredTo: number | null }

export async function listMessages(
  context: Deps,
  viewer: Viewer,
  matchId: string,
  window: MessageWindow,
): Promise<Page> {
  const { account } = viewer
  const { db } = context
  const conversation = await openConversation(db, account.id, matchId)
  if (!conversation) throw noSuchMatch()
  const rows = await messagesAround(db, matchId, window)
  const page = rows.slice(0, window.limit)
  const ordered = window.after === undefined ? page.toReversed() : page
  const last = ordered.at(-1)
  const isNewestPage = window.after !== undefined || window.before === undefined
  if (last && isNewestPage && last.seq > conversation.own_delivered) await markReceived(db, conversation, last.seq)
  const isMutual = showsReceipts(account) && conversation.receipts
  const reader = await readerOf(context, viewer)
  return {
    messages: ordered.map((row) => toMessage(reader, row)),
    more: rows.length > window.limit,
    readTo: isMutual ? conversation.seq : null,
    deliveredTo: isMutual ? conversation.delivered : null,
  }
}
