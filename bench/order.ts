import { databaseClock } from '../server/src/infra/clock.ts'
import { openLog } from '../server/src/infra/log.ts'
import { openLastingKeys } from '../server/src/infra/lasting-keys.ts'
import { decayExposure, fitOrder, fitOutcomes } from '../server/src/features/discovery/index.ts'
import { sql } from 'kysely'
import { keysFrom } from '../server/src/infra/keys.ts'
import { BAR_OF_JOBS } from './jobs.ts'
import { present } from './present.ts'
import { SECRET } from './sessions.ts'
import type { Run } from './run.ts'

const BAR = 60

const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Resets outcomes to the first night after they were turned on, with the comparison data of later nights. */
async function outcomesAnew(context: Parameters<typeof fitOrder>[0]): Promise<void> {
  const { db } = context
  await sql`update order_outcomes set is_on = true, weights = null, matches = 0, counted_until = 'epoch',
    compared_from = now() - interval '60 days'`.execute(db)
  await fitOutcomes({ ...context, lastingKeys: await openLastingKeys(db, keysFrom([SECRET])) })
}

export async function orderSection({ bench: { db, people }, add, slack }: Run): Promise<void> {
  const clock = await databaseClock(db)
  const context = { db, clock, log: openLog('error') }
  const [most, mostOfJobs] = [BAR * slack, BAR_OF_JOBS * slack]
  try {
    const decay = await timed(() => decayExposure(context))
    add({
      what: 'the decay of exposure, and the fairness stats',
      measured: inSeconds(decay),
      beside: `${people.toLocaleString('en')} members`,
      bar: `at most ${mostOfJobs} s`,
      met: decay <= mostOfJobs * 1000,
    })
    const fit = await timed(() => fitOrder(context))
    const { rows } = await sql<{ choices: number }>`
      select choices from order_fits order by version desc limit 1`.execute(db)
    add({
      what: 'the nightly fit of the order',
      measured: inSeconds(fit),
      beside: `on ${(rows[0]?.choices ?? 0).toLocaleString('en')} choices`,
      bar: `at most ${most} s`,
      met: fit <= most * 1000,
    })
    const outcomes = await timed(() => outcomesAnew(context))
    const { matches } = present(
      (await sql<{ matches: number }>`select matches from order_outcomes`.execute(db)).rows[0],
    )
    add({
      what: 'the nightly fit of outcomes',
      measured: inSeconds(outcomes),
      beside: `on ${matches.toLocaleString('en')} matches`,
      bar: `at most ${most} s`,
      met: matches > 0 && outcomes <= most * 1000,
    })
    await sql`update order_outcomes set is_on = false`.execute(db)
  } finally {
    clock.stop()
  }
}
