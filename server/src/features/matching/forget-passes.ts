import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'
import { inBatches } from '../../infra/in-turns.ts'

const KEPT_FOR = days(365)
const AT_ONCE = 5000

/** Runs each night. After a year, people may meet again after a pass, and swipes don't grow forever. */
export async function forgetPasses({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = later(clock.now(), -KEPT_FOR)
  // In batches, so that concurrent swipes don't wait for long.
  await inBatches(async () => {
    const { numAffectedRows } = await sql`
      delete from choices where (chooser_id, chosen_id) in (
        select chooser_id, chosen_id from choices where at < ${before} and action = 'pass' limit ${AT_ONCE})`.execute(
      db,
    )
    return Number(numAffectedRows) === AT_ONCE
  })
}
