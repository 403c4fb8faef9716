import { databaseClock } from '../server/src/infra/clock.ts'
import { openLog } from '../server/src/infra/log.ts'
import { fadeExposure, fitOrder } from '../server/src/features/discovery/index.ts'
import { sql } from 'kysely'
import type { Run } from './run.ts'

/** The fit has this long, however many members there are. */
const BAR = 60

const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** What the nightly jobs of the order take, one after the other. Fading writes every standing, and has no bar. */
export async function orderSection({ bench: { db, people }, add, slack }: Run): Promise<void> {
  const clock = await databaseClock(db)
  const context = { db, clock, log: openLog('error') }
  try {
    add({
      what: 'exposure that fades, and the figures on fairness',
      measured: inSeconds(await timed(() => fadeExposure(context))),
      beside: `${people.toLocaleString('en')} members`,
      bar: 'no bar',
      met: true,
    })
    const fit = await timed(() => fitOrder(context))
    const { rows } = await sql<{ choices: number }>`
      select choices from order_fits order by version desc limit 1`.execute(db)
    add({
      what: 'the nightly fit of the order',
      measured: inSeconds(fit),
      beside: `on ${(rows[0]?.choices ?? 0).toLocaleString('en')} choices`,
      bar: `at most ${BAR * slack} s`,
      met: fit <= BAR * slack * 1000,
    })
  } finally {
    clock.stop()
  }
}
