import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Work } from '../../../work.ts'
import * as queries from './queries.ts'

export type Calling = Deps & { caller: Caller }

/** Administrators' lists are old once this is committed; they ask for new ones then. */
export async function tellStaff(work: Work<'bus'>): Promise<void> {
  const all = await queries.administrators(work.tx)
  work.afterCommit(() => work.bus.toAccounts(all, { type: 'reports.changed' }))
}

/** Refuses what was decided on an old view, and says who was there first. */
export async function checkVersion({ tx, caller }: Work & { caller: Caller }, row: queries.ReportRow): Promise<void> {
  if (caller.ifMatch === undefined || caller.ifMatch === row.version) return
  throw new ApiError(
    'conflict',
    `${await queries.lastChanger(tx, row.id)} has changed this report in the meantime. Please look again.`,
  )
}
