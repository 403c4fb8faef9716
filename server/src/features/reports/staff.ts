import { ApiError } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Tx } from '../../infra/db/db.ts'
import * as queries from './queries.ts'

export type Calling = Deps & { caller: Caller }

/** Administrators' lists are old now; they ask for new ones. */
export async function tellStaff({ db, bus }: Deps): Promise<void> {
  bus.toAccounts(await queries.administrators(db), { type: 'reports.changed' })
}

/** Refuses what was decided on an old view, and says who was there first. */
export async function checkVersion(tx: Tx, { caller }: Calling, row: queries.ReportRow): Promise<void> {
  if (caller.ifMatch === undefined || caller.ifMatch === row.version) return
  throw new ApiError(
    'conflict',
    `${await queries.lastChanger(tx, row.id)} has changed this report in the meantime. Please look again.`,
  )
}
