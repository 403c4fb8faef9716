import { callsOf } from '@kindred/contract/calls'
import { type Application, type ApplicationDecision, applications } from '@kindred/contract/moderation/applications'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { readQuery, reload } from '../../api/queries.ts'
import { send } from '../../api/send.ts'
import { toast } from '../../ui/toast.tsx'
import { pagesQuery } from '../load-older.tsx'

const calls = callsOf(applications, send)

const EVERY = 60_000

export const useApplications = (isOpen: boolean) =>
  useInfiniteQuery({
    ...pagesQuery(['listApplications', isOpen], (before) =>
      calls.listApplications({ query: { before, ...(isOpen ? { open: 'true' } : {}) } }),
    ),
    refetchInterval: EVERY,
  })

/** Also finds an application that a colleague has decided meanwhile. */
export const useApplication = (id: string, isEnabled: boolean) =>
  useQuery({
    ...readQuery(['getApplication', id], () => calls.getApplication({ params: { id } })),
    select: ({ data }) => data.application,
    enabled: isEnabled,
    staleTime: 0,
  })

export type Deciding = { decision: ApplicationDecision; message: string }

export function useDecideApplication({ _id, version }: Application, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Deciding) => calls.decideApplication({ params: { id: _id }, body, ifMatch: version }),
    onSuccess: onDone,
    onError: (error) => toast({ text: errorText(error), bad: true }),
    onSettled: () =>
      reload(queryClient, 'listApplications', 'getApplication', 'getWorkQueue', 'listAudit', 'getTimeline'),
  })
}
