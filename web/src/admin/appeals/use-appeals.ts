import type { Appeal } from '@kindred/contract/moderation/appeals'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { staffAppeals } from '../../api/appeals-client.ts'
import { reload } from '../../api/queries.ts'
import { errorText } from '../../api/error-text.ts'
import { withRetry } from '../../api/retry.ts'
import { toast } from '../../ui/toast.tsx'

const EVERY = 60_000

export const useAppeals = (isOpen: boolean) =>
  useInfiniteQuery({
    queryKey: ['listAppeals', isOpen],
    queryFn: ({ pageParam }) =>
      withRetry(() =>
        staffAppeals.listAppeals({
          query: { ...(pageParam ? { before: pageParam } : {}), ...(isOpen ? { open: 'true' } : {}) },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ data }) => data.nextBefore,
    refetchInterval: EVERY,
  })

/** Both change the appeal, so that anyone who decides on an older version is refused. */
function useAppealMutation<T>(change: (input: T) => Promise<unknown>, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: onDone,
    onError: (error) => toast({ text: errorText(error), bad: true }),
    onSettled: () => reload(queryClient, 'listAppeals', 'listDecisions', 'listReports', 'getReport', 'listAudit'),
  })
}

export const useAnswerAppeal = ({ _id }: Appeal, onDone: () => void) =>
  useAppealMutation((message: string) => staffAppeals.answerAppeal({ params: { id: _id }, body: { message } }), onDone)

export type Outcome = 'upheld' | 'overturned'

export const useDecideAppeal = ({ _id, version }: Appeal, onDone: () => void) =>
  useAppealMutation(
    (body: { outcome: Outcome; reason: string }) =>
      staffAppeals.decideAppeal({ params: { id: _id }, body, ifMatch: version }),
    onDone,
  )
