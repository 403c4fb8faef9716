import type { StaffRole } from '@kindred/contract/staff'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { pagesQuery } from '../load-older.tsx'
import { readQuery, reload } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'
import { withRetry } from '../../api/retry.ts'
import { useState } from 'react'
import { hasRecentAccessReason, withReason } from '../access-reasons.ts'
import { useUsersChanged } from '../users/use-users.ts'
import { useMay, useMayReadAbout } from '../../session/rights.ts'

/**
 * A user's data. Photos, answers, subscriptions and sign-ins require a reason: they load immediately if one was given
 * recently, and otherwise when staff ask for them.
 */
function useKnown(id: string) {
  const { t } = useLingui()
  const [may, mayReadAbout] = [useMay(), useMayReadAbout()]
  const params = { id }
  const subject = `user ${id}`
  const [isRequested, setRequested] = useState(() => hasRecentAccessReason(subject))
  const details = useQuery({
    queryKey: ['getDossier', id],
    enabled: isRequested,
    queryFn: () =>
      withReason(subject, t`Give a reason to view this member.`, (input) =>
        withRetry(() => backOffice.getDossier({ params, ...input })),
      ),
  })
  const { isError, refetch } = details
  const isPublic = !isRequested || isError
  const basics = useQuery({ ...readQuery(['getUser', id], () => backOffice.getUser({ params })), enabled: isPublic })
  const user = basics.data?.data.user
  const { data: figures } = useQuery({
    ...readQuery(['getUserFigures', id], () => backOffice.getUserFigures({ params })),
    enabled: isPublic && (may('users.role') || (user !== undefined && mayReadAbout(user))),
  })
  return {
    details,
    basics,
    known: details.data?.data ?? basics.data?.data,
    figures: details.data?.data.figures ?? figures?.data,
    show: () => {
      setRequested(true)
      if (isError) void refetch()
    },
  }
}

/** Each part of the user's page loads independently. */
export function useUserDetails(id: string) {
  const queryClient = useQueryClient()
  const changed = useUsersChanged()
  const params = { id }
  const may = useMay()
  const person = useKnown(id)
  const invoices = useInfiniteQuery({
    ...pagesQuery(['listInvoicesOf', id], (before) => backOffice.listInvoicesOf({ params, query: { before } })),
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
      const seen = person.known?.user.version
      return backOffice.setRole({ params, body: { role }, ...(seen === undefined ? {} : { ifMatch: seen }) })
    },
    onSuccess: () => Promise.all([changed(), reload(queryClient, 'listApprovals', 'getWorkQueue')]),
  })
  return { ...person, invoices, reveal, signOut, cancelEmailChange, setRole }
}

export type UserPage = ReturnType<typeof useUserDetails>
export type Known = NonNullable<UserPage['known']>
