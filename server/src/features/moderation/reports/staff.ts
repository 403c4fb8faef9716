import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Tx } from '../../../infra/db/db.ts'
import * as queries from './queries.ts'

export type Calling = Deps & { caller: Caller }

/** Administrators' lists are old now; they ask for new ones. Nobody waits for it: what fails is logged, and lists grow old. */
export function tellStaff({ db, bus, log }: Deps): void {
  queries
    .administrators(db)
    .then((all) => bus.toAccounts(all, { type: 'reports.changed' }))
    .catch((error: unknown) => log.warn({ err: error }, 'staff were not told'))
}

/** Refuses what was decided on an old view, and says who was there first. */
export async function checkVersion(tx: Tx, { caller }: Calling, row: queries.ReportRow): Promise<void> {
  if (caller.ifMatch === undefined || caller.ifMatch === row.version) return
  throw new ApiError(
    'conflict',
    `${await queries.lastChanger(tx, row.id)} has changed this report in the meantime. Please look again.`,
  )
}
