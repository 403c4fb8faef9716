import type { StaffRole } from '@kindred/contract/staff'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { backOffice } from '../../api/staff-client.ts'
import { withRetry } from '../../api/retry.ts'
import { withReason } from '../access-reasons.ts'
import { useUsersChanged } from '../users/use-users.ts'
import { useMay } from '../../session/rights.ts'

/** Everything that the page of a user shows, each part for itself. */
export function useUserDetails(id: string) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const changed = useUsersChanged()
  const params = { id }
  const may = useMay()
  const details = useQuery({
    queryKey: ['getDossier', id],
    queryFn: () =>
      withReason(`user ${id}`, t`Give a reason to view this member.`, (input) =>
        withRetry(() => backOffice.getDossier({ params, ...input })),
      ),
  })
  const reports = useQuery({
    queryKey: ['listReports', { user: id }],
    queryFn: () => withRetry(() => backOffice.listReports({ query: { user: id, limit: '50' } })),
  })
  const audit = useQuery({
    queryKey: ['listAudit', 'newest', id],
    queryFn: () => withRetry(() => backOffice.listAudit({ query: { subject: id } })),
    enabled: may('audit'),
  })
  const invoices = useInfiniteQuery({
    queryKey: ['listInvoicesOf', id],
    queryFn: ({ pageParam }) => withRetry(() => backOffice.listInvoicesOf({ params, query: { before: pageParam } })),
    initialPageParam: '',
    getNextPageParam: ({ data }) => data.nextBefore,
    enabled: may('invoices'),
  })
  const reveal = useMutation({
    mutationFn: (reason: string) => backOffice.revealUser({ params, body: { reason } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['listAudit'] }),
  })
  const signOut = useMutation({ mutationFn: () => backOffice.endSessionsOf({ params }), onSuccess: changed })
  const cancelEmailChange = useMutation({
    mutationFn: () => backOffice.cancelEmailChange({ params }),
    onSettled: changed,
  })
  const setRole = useMutation({
    mutationFn: (role: StaffRole | null) => {
      const seen = details.data?.data.user.version
      return backOffice.setRole({ params, body: { role }, ...(seen === undefined ? {} : { ifMatch: seen }) })
    },
    onSuccess: () => Promise.all([changed(), queryClient.invalidateQueries({ queryKey: ['listApprovals'] })]),
  })
  return { details, reports, audit, invoices, reveal, signOut, cancelEmailChange, setRole }
}

export type UserPage = ReturnType<typeof useUserDetails>
