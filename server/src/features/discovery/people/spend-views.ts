import { ApiError } from '@kindred/contract'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { days } from '../../../infra/clock.ts'

/** Different people that a member can see in a day. Copying a million profiles would take a thousand days. */
export const SEEN_A_DAY = 1000
const BITS = 8192

/** Each id maps to one bit. Of a thousand people, about forty share a bit with another, in the viewer's favor. */
function toBits(ids: readonly string[]): string {
  const bits = new Uint8Array(BITS / 8)
  for (const id of ids) {
    const bit = Number.parseInt(id.slice(-8), 16) % BITS
    bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (128 >> (bit & 7))
  }
  return Buffer.from(bits).toString('hex')
}

/**
 * Counts the people that a member is about to see, each once a day, and refuses more than the day's limit: nobody
 * should be able to copy everyone's profile. People seen today can be seen again. Matches don't count, because both
 * agreed.
 */
export async function spendViews(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { account }: Viewer,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0 || account.is_admin || config.RATE_LIMIT !== 'on') return
  const now = clock.now()
  const day = now.toISOString().slice(0, 10)
  const { rows } = await sql`
    insert into views as v (viewer_id, day, seen) values (${account.id}, ${day}, ('x' || ${toBits(ids)})::bit(8192))
    on conflict (viewer_id) do update set day = excluded.day,
      seen = case when v.day = excluded.day then v.seen | excluded.seen else excluded.seen end
    where v.day <> excluded.day or bit_count(v.seen | excluded.seen) <= greatest(${SEEN_A_DAY}::int, bit_count(v.seen))
    returning 1`.execute(db)
  if (rows.length > 0) return
  const midnight = new Date(`${day}T00:00:00Z`).getTime() + days(1)
  throw new ApiError('rate_limited', 'You have looked at a great many people today. There are more tomorrow.', {
    retryAfter: Math.ceil((midnight - now.getTime()) / 1000),
  })
}
