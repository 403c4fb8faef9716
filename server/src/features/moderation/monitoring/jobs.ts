import type { RuleSettings } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { later, minutes } from '../../../infra/clock.ts'
import { forEachSeparately, runSeparately } from '../../../infra/jobs.ts'
import { factOf, saveFact } from '../../operations/index.ts'
import { applyHit, type Active, findHits, currentRules } from './monitoring.ts'
import { databaseNow, findChoosers, findSenders, type Hit } from './queries.ts'

const REACHED = 'monitoring.reached'
/** Messages may be committed shortly after they get their id. A repeated finding has no further effects. */
const OVERLAP = minutes(2)
/** After a long pause, older messages are left to reports by members. */
const FURTHEST = minutes(60)
const MOST_READ = 20_000

/** Messages are checked within a minute after they are sent, and never held back, so that sending stays fast. */
export async function monitor(context: Deps): Promise<void> {
  const { db, clock, keys } = context
  const [reached, started, now] = [await factOf(db, REACHED), await databaseNow(db), clock.now()]
  const last = typeof reached === 'string' ? new Date(reached) : started
  const since = later(new Date(Math.max(last.getTime(), started.getTime() - FURTHEST)), -OVERLAP)
  const window = { since, from: later(now, since.getTime() - started.getTime()), most: MOST_READ }
  const active: Active = { senders: await findSenders(db, window), choosers: await findChoosers(db, window.from) }
  const enabled = (await currentRules(db)).map(({ settings }) => settings).filter((rule) => rule.enabled)
  const hits: Hit[] = []
  const find = async (rule: RuleSettings) => {
    hits.push(...(await findHits({ db, keys, window, now, active }, rule)))
  }
  await runSeparately(
    () => forEachSeparately(enabled, find),
    // Also if a rule failed: the others found what they found.
    () => forEachSeparately(hits, (hit) => applyHit(context, hit)),
  )
  await saveFact(db, REACHED, started.toISOString())
}
