import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { backOffice } from '../../api/staff-client.ts'
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
