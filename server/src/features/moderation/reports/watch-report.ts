import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { later } from '../../../infra/clock.ts'
import { findWatchers, saveWatcher } from './presence.sql.ts'
import { noReport } from './read-reports.ts'
import { findReport } from './reports.sql.ts'

const WATCHING_LASTS = 40_000

/** Shows administrators who else has a report open, so that two of them don't write the same answer. */
export async function watchReport({ db, clock, bus }: Deps, { account }: Viewer, id: string) {
  if (!(await findReport(db, id))) throw noReport()
  const now = clock.now()
  const since = later(now, -WATCHING_LASTS)
  const isNew = await saveWatcher(db, id, account.id, now, since)
  const others = await findWatchers(db, id, account.id, since)
  const ids = others.map((other) => other.id)
  if (isNew) bus.toAccounts(ids, { type: 'report.watched', reportId: id })
  return others.map((other) => ({ _id: other.id, name: other.name }))
}
