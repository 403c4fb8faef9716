import { ApiError, type UserFilters } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { later } from '../../../infra/clock.ts'
import { ONLINE_FOR } from '../../profiles/index.ts'
import { selectIds, type SelectedAccounts, countByState, toAccountFilters } from '../../discovery/index.ts'
import type { RefusalCode } from '../refusals.ts'
import { decisions, type UserAction } from './decide-user.ts'

export type SelectedUsers = {
  action: UserAction
  ids?: readonly string[] | undefined
  filters?: UserFilters | undefined
}

async function selection(context: Deps, { ids, filters }: SelectedUsers): Promise<SelectedAccounts> {
  if (ids) return { ids }
  if (!filters) throw new ApiError('invalid_request', 'Send either ids or filters.')
  const now = context.clock.now()
  return { filters: await toAccountFilters(context, filters), onlineSince: later(now, -ONLINE_FOR), now }
}

export async function previewUsers(context: Deps, staffId: string, selected: SelectedUsers) {
  const { from, refusal } = decisions[selected.action]
  const states: readonly string[] = from
  const found = await countByState(context.db, await selection(context, selected), staffId)
  const sum = (counts: typeof found) => counts.reduce((total, { count }) => total + count, 0)
  const will = found.filter(({ own, state }) => !own && states.includes(state))
  const reasons: { why: RefusalCode; count: number }[] = [
    { why: 'own_account', count: sum(found.filter(({ own }) => own)) },
    { why: refusal, count: sum(found.filter(({ own, state }) => !own && !states.includes(state))) },
    { why: 'no_user', count: selected.ids ? new Set(selected.ids).size - sum(found) : 0 },
  ]
  return { will: sum(will), refused: reasons.filter(({ count }) => count > 0) }
}

export const movableUsers = async (context: Deps, staffId: string, selected: SelectedUsers) =>
  selectIds(await selection(context, selected), staffId, decisions[selected.action].from)
