import type { Report } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { backOffice } from '../../api/staff-client.ts'
import { toast } from '../../ui/toast.tsx'
import { withReason } from '../access-reasons.ts'

export const evidenceKey = (id: string) => ['getReportEvidence', id] as const

export function useEvidenceCall(id: string) {
  const { t } = useLingui()
  return {
    queryKey: evidenceKey(id),
    subject: `evidence ${id}`,
    declined: t`Give a reason to see the evidence.`,
    call: (input: { reason?: string }) => backOffice.getReportEvidence({ params: { id }, ...input }),
    show: t`Show evidence`,
  }
}

/** Opens the evidence on the report's page and brings it into view. */
export function useShowEvidence(id: string): () => Promise<void> {
  const queryClient = useQueryClient()
  const { queryKey, subject, declined, call } = useEvidenceCall(id)
  return async () => {
    await queryClient.fetchQuery({ queryKey, queryFn: () => withReason(subject, declined, call), retry: false })
    document.querySelector('#evidence')?.scrollIntoView({ block: 'start' })
  }
}

/**
 * Whether someone has opened the evidence of a report, without which the server refuses their decision. A refusal
 * because of evidence that was added later makes them open it again.
 */
export function useEvidenceFirst(report: Pick<Report, '_id' | 'hasFrozen'> | undefined) {
  const queryClient = useQueryClient()
  const { _id: id = '', hasFrozen = false } = report ?? {}
  const { data } = useQuery<unknown>({ queryKey: evidenceKey(id), queryFn: skipToken })
  const show = useMutation({
    mutationFn: useShowEvidence(id),
    onError: (error) => toast({ text: errorText(error), bad: true }),
  })
  return {
    isOpened: !hasFrozen || data !== undefined,
    show,
    onRefused: (error: unknown) => {
      if (error instanceof CallFailed && error.is('evidence_unopened'))
        queryClient.removeQueries({ queryKey: evidenceKey(id) })
    },
  }
}
