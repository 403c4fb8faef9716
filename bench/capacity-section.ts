import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { capacity, type Call } from './capacity.ts'
import { bareRows, bareTransaction, decks, likes, messages } from './hot-calls.ts'
import { leastRow } from './floor.ts'
import type { Run } from './run.ts'
import type { Bench } from './server.ts'

/** The maximum over all likers. A server that handles 2,000 likes per second needs most of them. */
const LIKES = 90_000
const LIKE_SHARE = 0.33
const MESSAGE_SHARE = 0.4

/** Waits until all likes are counted, because the counting job isn't part of a message's cost. */
async function allCounted({ db }: Bench): Promise<void> {
  for (let waited = 0; waited < 300; waited++) {
    const left = await db.selectFrom('uncounted_choices').select('id').limit(1).execute()
    if (left.length === 0) return
    await pause(1000)
  }
}

/** Analyzes the ranking stats now, because autovacuum would do so during the measurement. */
const analyzed = ({ db }: Bench) => sql`analyze ranking_stats`.execute(db)

export async function capacitySection({ bench, add, seconds, slack }: Run): Promise<void> {
  const duration = Math.min(seconds, 5)
  const where = { bench, base: bench.base }
  // A machine's speed varies from minute to minute, so the baseline of each row is measured right before it.
  const row = async (what: string, call: Call, floorCall: Call, of: string, least: number | null) => {
    const floor = await capacity(floorCall, duration)
    await analyzed(bench)
    const own = await capacity(call, duration)
    add(
      leastRow({
        what: `capacity: ${what}`,
        measured: `${Math.round(own.rate)} a second${own.limit}`,
        beside: `${Math.round(floor.rate)} ${of}`,
        share: own.rate / floor.rate,
        least,
        slack,
      }),
    )
  }
  const transaction = bareTransaction(bench)
  await row('likes', await likes(where, LIKES), transaction, 'bare transactions', LIKE_SHARE)
  await allCounted(bench)
  await row('messages', await messages(where), transaction, 'bare transactions', MESSAGE_SHARE)
  await row('decks', await decks(where), bareRows(bench), 'times 20 rows by primary key', null)
}
