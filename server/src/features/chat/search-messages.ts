import { normalized, type Message } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { findMessages } from './messages.sql.ts'
import { readerOf, toMessage } from './to-message.ts'

const MOST_FOUND = 50

export async function searchMessages(context: Deps, viewer: Viewer, text: string): Promise<Message[]> {
  // PostgreSQL can't store such texts, so no message contains them.
  if (!text.isWellFormed() || text.includes('\0')) return []
  const reader = await readerOf(context, viewer)
  const rows = await findMessages(context.db, viewer.account.id, normalized(text.trim(), 'NFC'), MOST_FOUND)
  return rows.map((row) => toMessage(reader, row))
}
