import { normalized, type Message } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { refusedUntil } from '../../infra/budgets.ts'
import { later, minutes } from '../../infra/clock.ts'
import { errorCode } from '../../infra/error-fields.ts'
import { findMessages } from './messages.sql.ts'
import { readerOf, toMessage } from './to-message.ts'

const MOST_FOUND = 50
/** Some signs take long to fold, so members can make a search of their own messages as slow as they like. */
const MOST_MS = 2000
const QUICK_MS = 500
/** Slow ones of a member in a minute, and quick ones at once. */
const SLOW = { limit: 6, within: minutes(1) }

const STOPPED = '57014'

export async function searchMessages(context: Deps, viewer: Viewer, said: string): Promise<Message[]> {
  const text = normalized(said.trim(), 'NFC')
  // PostgreSQL can't store such texts, so no message contains them.
  if (text === '' || !text.isWellFormed() || text.includes('\0')) return []
  const { db, budgets, clock } = context
  const reader = await readerOf(context, viewer)
  const budget = { key: `search-messages:${viewer.account.id}`, ...SLOW }
  await budgets.spend([budget])
  const began = performance.now()
  const rows = await findMessages(db, viewer.account.id, text, { most: MOST_FOUND, within: MOST_MS }).catch(
    (error: unknown) => {
      const now = clock.now()
      throw errorCode(error) === STOPPED ? refusedUntil(later(now, SLOW.within), now) : error
    },
  )
  if (performance.now() - began < QUICK_MS) await budgets.refill([budget.key])
  return rows.map((row) => toMessage(reader, row))
}
