import { callsOf } from '@kindred/contract/calls'
import { pictureSweep, type SamePicture, type SamePictureOutcome } from '@kindred/contract/moderation/picture-sweep'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { pagesQuery } from '../load-older.tsx'
import { send } from '../../api/send.ts'
import { errorText } from '../../api/error-text.ts'
import { reload } from '../../api/queries.ts'
import { toast } from '../../ui/toast.tsx'

const sweepCalls = callsOf(pictureSweep, send)

const EVERY = 60_000

export const useDuplicatePhotos = (isOpen: boolean) =>
  useInfiniteQuery({
    ...pagesQuery(['listSamePictures', isOpen], (before) =>
      sweepCalls.listSamePictures({
        query: { before, ...(isOpen ? { open: 'true' } : {}) },
      }),
    ),
    refetchInterval: EVERY,
  })

type Decision = { picture: SamePicture; outcome: SamePictureOutcome; note?: string; remember?: boolean }

export function useDecideDuplicate() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ picture: { _id: id, version }, ...body }: Decision) =>
      sweepCalls.decideSamePicture({ params: { id }, body, ifMatch: version }),
    onError: (error) => toast({ text: errorText(error), bad: true }),
    onSettled: () => reload(queryClient, 'listSamePictures', 'listListedPictures', 'getWorkQueue', 'listAudit'),
  })
}

export const useWatchlist = () =>
  useInfiniteQuery(pagesQuery(['listListedPictures'], (before) => sweepCalls.listListedPictures({ query: { before } })))

/** Both change the watchlist. Removing an entry also removes its findings. */
function useWatchlistChange<T, R>(change: (input: T) => Promise<R>, onDone: (answer: R) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: onDone,
    onSettled: () => reload(queryClient, 'listListedPictures', 'listSamePictures', 'getWorkQueue'),
  })
}

type Added = Awaited<ReturnType<typeof sweepCalls.addListedPictures>>

export const useAddToWatchlist = (onDone: (answer: Added) => void) =>
  useWatchlistChange((body: { fingerprints: string[]; note: string }) => sweepCalls.addListedPictures({ body }), onDone)

export const useRemoveFromWatchlist = (onDone: () => void) =>
  useWatchlistChange((id: string) => sweepCalls.removeListedPicture({ params: { id } }), onDone)
