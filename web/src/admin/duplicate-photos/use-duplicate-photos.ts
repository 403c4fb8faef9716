import { callsOf } from '@kindred/contract/calls'
import {
  pictureSweep,
  type DuplicatePhoto,
  type DuplicatePhotoOutcome,
} from '@kindred/contract/moderation/picture-sweep'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { pagesQuery } from '../load-older.tsx'
import { send } from '../../api/send.ts'
import { errorText } from '../../api/error-text.ts'
import { reload } from '../../api/queries.ts'
import { toast } from '../../ui/toast.tsx'
import { useDecisionToast } from '../case/decision-toast.ts'

const sweepCalls = callsOf(pictureSweep, send)

const EVERY = 60_000

export const useDuplicatePhotos = (isOpen: boolean) =>
  useInfiniteQuery({
    ...pagesQuery(['listDuplicatePhotos', isOpen], (before) =>
      sweepCalls.listDuplicatePhotos({
        query: { before, ...(isOpen ? { open: 'true' } : {}) },
      }),
    ),
    refetchInterval: EVERY,
  })

type Decision = {
  picture: Pick<DuplicatePhoto, '_id' | 'version'>
  outcome: DuplicatePhotoOutcome | 'open'
  note?: string
  remember?: boolean
}

export function useDecideDuplicate() {
  const queryClient = useQueryClient()
  const toldDecision = useDecisionToast()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ picture: { _id: id, version }, ...body }: Decision) =>
      sweepCalls.decideDuplicatePhoto({ params: { id }, body, ifMatch: version }),
    onSuccess: ({ data: { picture } }, { outcome }) =>
      toldDecision(outcome, () => mutate({ picture, outcome: 'open' })),
    onError: (error) => toast({ text: errorText(error), bad: true }),
    onSettled: () => reload(queryClient, 'listDuplicatePhotos', 'listWatchlistPhotos', 'getWorkQueue', 'listAudit'),
  })
  return { mutate, isPending }
}

export const useWatchlist = () =>
  useInfiniteQuery(
    pagesQuery(['listWatchlistPhotos'], (before) => sweepCalls.listWatchlistPhotos({ query: { before } })),
  )

/** Adding or removing an entry changes the watchlist. Removing one also removes its findings. */
function useWatchlistChange<T, R>(change: (input: T) => Promise<R>, onDone: (answer: R) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: onDone,
    onSettled: () => reload(queryClient, 'listWatchlistPhotos', 'listDuplicatePhotos', 'getWorkQueue'),
  })
}

type Added = Awaited<ReturnType<typeof sweepCalls.addWatchlistPhotos>>

export const useAddToWatchlist = (onDone: (answer: Added) => void) =>
  useWatchlistChange(
    (body: { fingerprints: string[]; note: string }) => sweepCalls.addWatchlistPhotos({ body }),
    onDone,
  )

export const useRemoveFromWatchlist = (onDone: () => void) =>
  useWatchlistChange((id: string) => sweepCalls.removeWatchlistPhoto({ params: { id } }), onDone)
