import type { Approval } from '@kindred/contract/moderation/approvals'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { reload } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'
import { toast } from '../../ui/toast.tsx'
import { useEndDecision } from '../decisions/use-decisions.ts'

export type Answer = 'approve' | 'decline'

const UNDO_FOR = 60_000

/** The undo of a decision that has just taken effect, as where it was made. */
function useUndo() {
  const { t } = useLingui()
  const end = useEndDecision()
  return (decision: Approval['decision']) => {
    if (!decision?.undoUntil) return {}
    const run = () =>
      void end.mutateAsync({ decision }).then(
        () => toast({ text: t`Undone.` }),
        (error: unknown) => toast({ text: errorText(error), bad: true }),
      )
    return { undo: { label: t`Undo`, run }, lasts: UNDO_FOR }
  }
}

export function useAnswer({ _id }: Approval, answer: Answer, done: { text: string; onDone: () => void }) {
  const queryClient = useQueryClient()
  const undoOf = useUndo()
  const params = { id: _id }
  return useMutation({
    mutationFn: (reason: string) =>
      answer === 'approve'
        ? backOffice.approve({ params })
        : backOffice.declineApproval({ params, body: reason.trim() ? { reason: reason.trim() } : {} }),
    onSuccess: ({ data: { approval } }) => {
      toast({ text: done.text, ...undoOf(approval.decision) })
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
