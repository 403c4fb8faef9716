import type { Approval } from '@kindred/contract/moderation/approvals'
import type { Decision, DecisionDraft, DecisionInput } from '@kindred/contract/moderation/decisions'
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { deciding } from '../../api/decisions-client.ts'
import { readQuery, reload } from '../../api/queries.ts'
import { useIsStable } from '../../ui/use-is-stable.ts'
import { useUsersChanged } from '../users/use-users.ts'

export const useDecisions = (id: string) =>
  useQuery({
    ...readQuery(['listDecisions', id], () => deciding.listDecisions({ params: { id } })),
    select: ({ data }) => data,
  })

/** Previews a decision once the form has been idle for a moment. Incomplete forms aren't sent. */
export function useDecisionPreview(id: string, draft: DecisionDraft | undefined) {
  const key = JSON.stringify(draft)
  const isStable = useIsStable(key)
  return useQuery({
    queryKey: ['previewDecision', id, draft],
    queryFn: draft && isStable ? () => deciding.previewDecision({ params: { id }, body: draft }) : skipToken,
    placeholderData: keepPreviousData,
    staleTime: 0,
    select: ({ data }) => data,
  })
}

function useChanged() {
  const queryClient = useQueryClient()
  const usersChanged = useUsersChanged()
  return () =>
    Promise.all([
      usersChanged(),
      reload(
        queryClient,
        'listDecisions',
        'getFraudWarning',
        'listReports',
        'getReport',
        'getReportPair',
        'listApprovals',
        'getWorkQueue',
      ),
    ])
}

export function useDecide(user: { _id: string; version: number }) {
  const queryClient = useQueryClient()
  const changed = useChanged()
  return useMutation({
    mutationFn: (body: DecisionInput) => deciding.decide({ params: { id: user._id }, body, ifMatch: user.version }),
    onSuccess: changed,
    // Show the current state after a conflict with another administrator. After success, there is nothing to preview.
    onError: () => Promise.all([changed(), reload(queryClient, 'previewDecision')]),
  })
}

export function useWithdrawBan(id: string) {
  const changed = useChanged()
  return useMutation({
    mutationFn: () => deciding.withdrawBan({ params: { id } }),
    onSuccess: changed,
    onError: changed,
  })
}

type Ended = { data: { decision: Decision; approval?: Approval | undefined } }
type End = { decision: Pick<Decision, '_id' | 'version'>; reason?: string }

export function useEndDecision() {
  const changed = useChanged()
  return useMutation({
    mutationFn: ({ decision: { _id, version }, reason }: End): Promise<Ended> => {
      const input = { params: { id: _id }, ifMatch: version }
      return reason === undefined ? deciding.undoDecision(input) : deciding.liftDecision({ ...input, body: { reason } })
    },
    onSuccess: changed,
    onError: changed,
  })
}
