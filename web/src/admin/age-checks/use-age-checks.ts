import { callsOf } from '@kindred/contract/calls'
import type { AgePhoto } from '@kindred/contract/identity/age'
import { type AgeCheck, ageChecks } from '@kindred/contract/moderation/age-checks'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { readQuery, reload } from '../../api/queries.ts'
import { send } from '../../api/send.ts'
import { toast } from '../../ui/toast.tsx'
import { pagesQuery } from '../load-older.tsx'

const calls = callsOf(ageChecks, send)

const EVERY = 60_000

export const useAgeChecks = () =>
  useInfiniteQuery({
    ...pagesQuery(['listAgeChecks'], (before) => calls.listAgeChecks({ query: { before } })),
    refetchInterval: EVERY,
  })

/** Each request is recorded as a look, so it's made only on demand, and the photo is forgotten with the screen. */
export function useAgePhoto({ _id }: AgeCheck, kind: AgePhoto) {
  return useMutation({
    mutationFn: () => calls.getAgePhoto({ params: { id: _id, kind } }),
    onError: (error) => toast({ text: errorText(error), bad: true }),
    gcTime: 0,
  })
}

export type Decided = { decision: 'accept' | 'decline'; message: string }

export function useDecideAge({ _id }: AgeCheck, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Decided) => calls.decideAgeCheck({ params: { id: _id }, body }),
    onSuccess: onDone,
    onError: (error) => toast({ text: errorText(error), bad: true }),
    onSettled: () => reload(queryClient, 'listAgeChecks', 'getWorkQueue', 'listAudit', 'getTimeline', 'getUserAge'),
  })
}

export const useUserAge = (id: string) =>
  useQuery({
    ...readQuery(['getUserAge', id], () => calls.getUserAge({ params: { id } })),
    select: ({ data }) => data.age,
  })

export function useAskForAge(id: string, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ stop, reason }: { stop: boolean; reason: string }) =>
      (stop ? calls.stopAskingForAge : calls.askForAge)({ params: { id }, body: { reason } }),
    onSuccess: onDone,
    onError: (error) => toast({ text: errorText(error), bad: true }),
    onSettled: () => reload(queryClient, 'getUserAge', 'listAudit', 'getTimeline'),
  })
}
