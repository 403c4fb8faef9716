import { callsOf } from '@kindred/contract/calls'
import { type SecondAnswer, blindReviews } from '@kindred/contract/moderation/blind-reviews'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { pagesQuery } from '../load-older.tsx'
import { send } from '../../api/send.ts'
import { errorText } from '../../api/error-text.ts'
import { readQuery, reload } from '../../api/queries.ts'
import { toast } from '../../ui/toast.tsx'
import { rememberReason } from '../access-reasons.ts'

const reviewCalls = callsOf(blindReviews, send)

const EVERY = 60_000

export const useAssignedReviews = () =>
  useInfiniteQuery({
    ...pagesQuery(['listWaitingLooks'], (before) => reviewCalls.listWaitingLooks({ query: { before } })),
    refetchInterval: EVERY,
  })

export const useBlindReviews = (isRaised: boolean) =>
  useInfiniteQuery({
    ...pagesQuery(['listBlindReviews', isRaised], (before) =>
      reviewCalls.listBlindReviews({
        query: { before, ...(isRaised ? { raised: 'true' } : {}) },
      }),
    ),
    refetchInterval: EVERY,
  })

export const useAgreement = () =>
  useQuery({ ...readQuery(['getAgreement'], reviewCalls.getAgreement), select: ({ data }) => data.agreement })

/** Opens a case, which the audit log records. After that, the photos need no further reason. */
export const useOpenCase = () =>
  useMutation({
    mutationFn: (id: string) => reviewCalls.getBlindReviewCase({ params: { id } }),
    onSuccess: ({ data }) => data.case.frozen && rememberReason(`evidence ${data.case.frozen.reportId}`),
    onError: (error) => toast({ text: errorText(error), bad: true }),
  })

function useReviewMutation<T>(change: (input: T) => Promise<unknown>, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: onDone,
    onError: (error) => toast({ text: errorText(error), bad: true }),
    onSettled: () => reload(queryClient, 'listWaitingLooks', 'listBlindReviews', 'getAgreement', 'getWorkQueue'),
  })
}

type Answer = { kind: SecondAnswer; rule?: number; reason: string }

export const useCompleteReview = (id: string, onDone: () => void) =>
  useReviewMutation((body: Answer) => reviewCalls.answerBlindReview({ params: { id }, body }), onDone)

export const useEscalateReview = (id: string, onDone: () => void) =>
  useReviewMutation((note: string) => reviewCalls.raiseBlindReview({ params: { id }, body: { note } }), onDone)

export const useCloseReview = (id: string, onDone: () => void) =>
  useReviewMutation((note: string) => reviewCalls.closeBlindReview({ params: { id }, body: { note } }), onDone)
