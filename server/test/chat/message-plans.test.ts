import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  lockMessage,
  messageByClientId,
  messagesAround,
  saveReaction,
  editText,
  saveMessage,
} from '../../src/features/chat/queries.ts'
import { openMatches } from '../../src/features/matching/queries.ts'
import { audibleFile } from '../../src/features/chat/voice-notes/queries.ts'
import type { Tx } from '../../src/infra/db/db.ts'
import { isOnCitus } from '../citus.ts'
import { present } from '../../../scripts/present.ts'
import { runsWhere } from '../where.ts'
import { startWorld } from '../world.ts'

/** PostgreSQL considers a generic plan after five custom plans for a statement. */
const OFTEN = 7

/** Runs every statement about one conversation once. */
async function converse(tx: Tx, { sender, reader, match }: Record<'sender' | 'reader' | 'match', string>, nth: number) {
  const now = present()
  const clientId = `message-${nth}`
  const notice = { about: sender, kind: 'message', topic: `message:${match}`, details: {} } as const
  const message = { matchId: match, senderId: sender, clientId, text: 'Hello', now, budget: null, notice }
  await saveMessage(tx, message)
  const saved = (await messageByClientId(tx, match, sender, clientId))!
  await saveMessage(tx, { ...message, clientId: `reply-${nth}`, replyTo: saved.id })
  const row = (await lockMessage(tx, match, saved.id))!
  await editText(tx, row, { text: 'Hi', now, most: 1 })
  await saveReaction(tx, row, reader, '😂')
  await audibleFile(tx, reader, match, row.id)
  for (const window of [{}, { before: 2 }, { after: 1 }]) await messagesAround(tx, match, { ...window, limit: 30 })
  const [shown] = await openMatches(tx, reader, 10)
  expect(shown).toMatchObject({ id: match, last_text: 'Hello', unread: 2 * (nth + 1) })
}

const plans = sql<{ statement: string; kept: boolean }>`
  select statement, generic_plans > 0 as kept from pg_prepared_statements
  where statement ~ '(from|join|update) "?messages' and statement !~ 'pg_'`

// Citus plans every execution for the server that holds the rows.
test.for(runsWhere(!isOnCitus, 'PostgreSQL without Citus'))(
  'what members do in a conversation has plans that are kept',
  async () => {
    const world = await startWorld()
    const [ada, ben] = [await world.dater(), await world.dater()]
    const pair = { sender: ada.user._id, reader: ben.user._id, match: await world.matched(ada, ben) }
    await world.deps.db.transaction().execute(async (tx) => {
      for (let nth = 0; nth < OFTEN; nth++) await converse(tx, pair, nth)
      const { rows } = await plans.execute(tx)
      expect(rows.length).toBeGreaterThan(5)
      expect(rows.filter(({ kept }) => !kept)).toEqual([])
    })
  },
)

test('no index holds the words of messages: a search would read all who used them, once for each match', async () => {
  const world = await startWorld()
  const { rows } = await world.query(
    `select indexname from pg_indexes where tablename = 'messages' and indexdef ~ '\\mtext\\M(?! IS NOT)'`,
  )
  expect(rows).toEqual([])
})
