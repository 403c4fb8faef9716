import { capacity } from './capacity.ts'
import { bareRows, bareTransaction, decks, likes, messages } from './hot-calls.ts'
import { leastRow } from './floor.ts'
import type { Run } from './run.ts'

const LIKES = 40_000
const LIKE_SHARE = 0.33
const MESSAGE_SHARE = 0.4

/** How much the server carries, as a share of what the bare one does in the same run. */
export async function capacitySection({ bench, add, seconds, slack }: Run): Promise<void> {
  const duration = Math.min(seconds, 3)
  const where = { bench, base: bench.base }
  const row = (what: string, rate: number, floor: number, of: string, least: number | null) =>
    add(
      leastRow({
        what: `capacity: ${what}`,
        measured: `${Math.round(rate)} a second`,
        beside: `${Math.round(floor)} ${of}`,
        share: rate / floor,
        least,
        slack,
      }),
    )
  const transactions = await capacity(bareTransaction(bench), duration)
  row('likes', await capacity(await likes(where, LIKES), duration), transactions, 'bare transactions', LIKE_SHARE)
  row('messages', await capacity(await messages(where), duration), transactions, 'bare transactions', MESSAGE_SHARE)
  const rows = await capacity(bareRows(bench), duration)
  row('decks', await capacity(await decks(where), duration), rows, 'times 20 rows by primary key', null)
}
