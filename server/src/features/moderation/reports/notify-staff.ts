import { ApiError, message } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Work } from '../../../work.ts'
import { findLastChanger } from './history.sql.ts'
import type { ReportRow } from './reports.sql.ts'

export type Calling = Deps & { caller: Caller }

export const notifyStaff = ({ bus, afterCommit }: Work<'bus'>): void =>
  afterCommit(() => bus.toStaff({ type: 'reports.changed' }))

export async function assertCurrentVersion({ tx, caller }: Work & { caller: Caller }, row: ReportRow): Promise<void> {
  if (caller.ifMatch === undefined || caller.ifMatch === row.version) return
  throw new ApiError(
    'conflict',
    message('{name} changed this report in the meantime. Please check it and try again.', {
      name: (await findLastChanger(tx, row.id)) ?? message('Someone'),
    }),
  )
}
