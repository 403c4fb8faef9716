import type { Approval } from '@kindred/contract/moderation/approvals'
import { queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { backOffice } from '../../api/staff-client.ts'
import { withRetry } from '../../api/retry.ts'

/** Administrators who can approve have the back office open, so once a minute is often enough. */
const EVERY = 60_000

export const useApprovals = () =>
  useInfiniteQuery({
    queryKey: ['listApprovals'],
    queryFn: ({ pageParam }) =>
      withRetry(() => backOffice.listApprovals({ query: pageParam ? { before: pageParam } : {} })),
    initialPageParam: '',
    getNextPageParam: ({ data }) => data.nextBefore,
    refetchInterval: EVERY,
  })

export const openApprovalsQuery = queryOptions({
  queryKey: ['listApprovals', 'open'],
  queryFn: () => withRetry(() => backOffice.listApprovals({ query: { open: 'true', limit: '100' } })),
  refetchInterval: EVERY,
})

/** How many requests wait for this administrator. */
export const waitingIn = (answer: { data: { approvals: readonly Approval[] } } | undefined): number =>
  answer?.data.approvals.filter(({ canDecide }) => canDecide).length ?? 0
