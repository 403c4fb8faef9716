import type { Report } from '@kindred/contract/moderation/report'
import { useQueryClient } from '@tanstack/react-query'
import { toReport } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import type { KnownParams } from './use-reports.ts'

type Listed = { data: { reports: readonly Report[] } }

/** Where a report is in the list that led to it, as this tab still has it: its neighbors, and the list's filters. */
export function useNeighbors(id: string) {
  const queryClient = useQueryClient()
  const lists = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['listReports'] })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .map(({ queryKey }) => ({
      ids: (queryClient.getQueryData<Listed>(queryKey)?.data.reports ?? []).map(({ _id }) => _id),
      // What `useReports` asks by. Nothing else is kept under this name.
      params: queryKey[1] as KnownParams | { user: string },
    }))
  const list = lists.find(({ ids }) => ids.includes(id))
  const at = list?.ids.indexOf(id) ?? -1
  const to = (neighbor: string | undefined) =>
    at >= 0 && neighbor ? () => void navigate({ ...toReport(neighbor), replace: true }) : undefined
  return {
    onPrevious: to(list?.ids[at - 1]),
    onNext: to(list?.ids[at + 1]),
    params: list && !('user' in list.params) ? list.params : {},
  }
}
