import type { Approval } from '@kindred/contract/moderation/approvals'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { reload } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'
import { toast } from '../../ui/toast.tsx'

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
        'getWorkQueue',
        'listBatches',
        'listUsers',
        'getDossier',
        'listAudit',
        'listDecisions',
        'getStatistics',
      ),
  })
}
