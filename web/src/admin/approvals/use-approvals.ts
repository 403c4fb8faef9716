import type { Approval } from '@kindred/contract/moderation/approvals'
import { useLingui } from '@lingui/react/macro'
import { queryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { reload } from '../../api/queries.ts'
import { errorText } from '../../api/error-text.ts'
import { backOffice } from '../../api/staff-client.ts'
import { withRetry } from '../../api/retry.ts'
import { toast } from '../../ui/toast.tsx'

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

export type Answer = 'approve' | 'decline'

export function useAnswer({ _id }: Approval, answer: Answer, done: { text: string; onDone: () => void }) {
  const queryClient = useQueryClient()
  const params = { id: _id }
  return useMutation({
    mutationFn: (reason: string) =>
      answer === 'approve'
        ? backOffice.approve({ params })
        : backOffice.declineApproval({ params, body: reason.trim() ? { reason: reason.trim() } : {} }),
    onSuccess: () => {
      toast({ text: done.text })
      done.onDone()
    },
    onError: (error) => toast({ text: errorText(error), bad: true }),
    onSettled: () =>
      reload(
        queryClient,
        'listApprovals',
        'listBatches',
        'listUsers',
        'getDossier',
        'listAudit',
        'listDecisions',
        'getStatistics',
      ),
  })
}

/** What to say when a change has to wait for approval instead. */
export function useWaitingText() {
  const { t } = useLingui()
  return ({ takesEffectAt }: Pick<Approval, 'takesEffectAt'>): string =>
    takesEffectAt
      ? t`No other administrator can approve this, so it takes effect after 72 hours unless one objects.`
      : t`Another administrator has to approve this first.`
}
