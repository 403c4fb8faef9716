import type { Approval } from '@kindred/contract/moderation/approvals'
import { queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { pagesQuery } from '../load-older.tsx'
import { readQuery } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'

/** Administrators who approve requests keep the back office open, so polling once a minute is enough. */
const EVERY = 60_000

export const useApprovals = () =>
  useInfiniteQuery({
    ...pagesQuery(['listApprovals'], (before) => backOffice.listApprovals({ query: { before } })),
    refetchInterval: EVERY,
  })

export const openApprovalsQuery = queryOptions({
  ...readQuery(['listApprovals', 'open'], () => backOffice.listApprovals({ query: { open: 'true', limit: '100' } })),
  refetchInterval: EVERY,
})

export const waitingIn = (answer: { data: { approvals: readonly Approval[] } } | undefined): number =>
  answer?.data.approvals.filter(({ canDecide }) => canDecide).length ?? 0
