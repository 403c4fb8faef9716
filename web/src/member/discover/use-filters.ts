import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readQuery } from '../../api/queries.ts'
import { setFreshData } from '../../api/fresh-data.ts'
import { matching } from '../../api/member-client.ts'
import { withoutUndefined } from '../../api/params.ts'
import { withRetry } from '../../api/retry.ts'
import type { Change } from './filters.tsx'
import { sendPending } from './pending-swipes.ts'

export const filterCostsQuery = queryOptions({
  queryKey: ['getFilterCosts'],
  queryFn: async () => {
    // The costs must not count people who were just swiped.
    await sendPending()
    return withRetry(() => matching.getFilterCosts())
  },
  staleTime: 0,
})

type Saved = Awaited<ReturnType<typeof matching.getPreferences>>
const KEY = ['getPreferences'] as const

export function useSaveFilters() {
  const queryClient = useQueryClient()
  const isLast = () => queryClient.isMutating({ mutationKey: KEY }) === 1
  return useMutation({
    mutationKey: KEY,
    scope: { id: KEY[0] },
    // Retrying is safe: changes are saved one at a time, and each sets only its own fields.
    mutationFn: (change: Change) => withRetry(() => matching.setPreferences({ body: change })),
    onMutate: async (change) => {
      // A pending response would bring back the old filters.
      await queryClient.cancelQueries({ queryKey: KEY })
      queryClient.setQueryData<Saved>(
        KEY,
        (before) =>
          before && {
            data: { ...before.data, preferences: { ...before.data.preferences, ...withoutUndefined(change) } },
          },
      )
    },
    onSuccess: (answer) => {
      if (isLast()) setFreshData(queryClient, KEY, answer)
    },
    onError: () => queryClient.invalidateQueries({ queryKey: KEY }),
    // Data is refetched even after a failure, because the server may have saved the change.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['getFilterCosts'] })
      void queryClient.invalidateQueries({ queryKey: ['discover'] })
    },
  })
}

export function usePreferences(enabled = true) {
  const { data } = useQuery({ ...readQuery(KEY, matching.getPreferences), enabled })
  return { wanted: data?.data.preferences, notice: data?.data.notice }
}

export function useFilters(open: boolean) {
  const preferences = usePreferences(open)
  const costs = useQuery({ ...filterCostsQuery, enabled: open })
  return { ...preferences, costs: costs.data?.data, save: useSaveFilters() }
}
