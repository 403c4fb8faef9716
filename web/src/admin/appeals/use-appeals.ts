import { callsOf } from '@kindred/contract/calls'
import { type Appeal, appeals } from '@kindred/contract/moderation/appeals'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { pagesQuery } from '../load-older.tsx'
import { send } from '../../api/send.ts'
import { reload } from '../../api/queries.ts'
import { errorText } from '../../api/error-text.ts'
import { toast } from '../../ui/toast.tsx'

const staffAppeals = callsOf(appeals, send)

const EVERY = 60_000

export const useAppeals = (isOpen: boolean) =>
  useInfiniteQuery({
    ...pagesQuery(['listAppeals', isOpen], (before) =>
      staffAppeals.listAppeals({
        query: { before, ...(isOpen ? { open: 'true' } : {}) },
      }),
    ),
    refetchInterval: EVERY,
  })

/** Answering or deciding an appeal changes its version, so that the server refuses a decision on an older one. */
function useAppealMutation<T>(change: (input: T) => Promise<unknown>, onDone: (input: T) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (_answer, input) => onDone(input),
    onError: (error) => toast({ text: errorText(error), bad: true }),
    onSettled: () =>
      reload(queryClient, 'listAppeals', 'listDecisions', 'listReports', 'getReport', 'getWorkQueue', 'listAudit'),
  })
}

export const useAnswerAppeal = ({ _id }: Appeal, onDone: () => void) =>
  useAppealMutation((message: string) => staffAppeals.answerAppeal({ params: { id: _id }, body: { message } }), onDone)

export type Outcome = 'upheld' | 'overturned'

export const useDecideAppeal = ({ _id, version }: Appeal, onDone: (outcome: Outcome) => void) =>
  useAppealMutation(
    (body: { outcome: Outcome; reason: string }) =>
      staffAppeals.decideAppeal({ params: { id: _id }, body, ifMatch: version }),
    ({ outcome }) => onDone(outcome),
  )
