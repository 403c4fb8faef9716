import { sql, type RawBuilder } from 'kysely'
import { NO_PLAN_CACHE, type Db } from '../../../infra/db/db.ts'
import { matchesAccountFilters, type AccountFilters } from './account-filters.sql.ts'

export type SelectedAccounts = { ids: readonly string[] } | { filters: AccountFilters; onlineSince: Date; now: Date }

const isSelected = (selected: SelectedAccounts): RawBuilder<boolean> =>
  'ids' in selected
    ? sql<boolean>`a.id = any(${selected.ids}::uuid[]) and a.state <> 'erased'`
    : matchesAccountFilters(selected.filters, selected.onlineSince, selected.now)

/** The caller's own account is counted separately. */
export async function countByState(db: Db, selected: SelectedAccounts, self: string) {
  const { rows } = await sql<{ state: string; own: boolean; count: number }>`${NO_PLAN_CACHE}
    select a.state, a.id = ${self} as own, count(*)::int as count from accounts a
    where ${isSelected(selected)} group by 1, 2`.execute(db)
  return rows
}

export const selectIds = (
  selected: SelectedAccounts,
  self: string,
  states: readonly string[],
): RawBuilder<{ id: string }> =>
  sql<{ id: string }>`select a.id from accounts a
    where ${isSelected(selected)} and a.id <> ${self} and a.state = any(${states})`
