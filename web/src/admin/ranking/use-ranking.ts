import { callsOf } from '@kindred/contract/calls'
import { order } from '@kindred/contract/discovery/order'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '../../api/send.ts'
import { readQuery } from '../../api/queries.ts'
import { errorText } from '../../api/error-text.ts'
import { toast } from '../../ui/toast.tsx'

const rankingCalls = callsOf(order, send)

export const rankingQuery = readQuery(['getOrder'], rankingCalls.getOrder)

function useChange<Input>(change: (input: Input) => ReturnType<typeof rankingCalls.getOrder>, done: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      queryClient.setQueryData(rankingQuery.queryKey, answer)
      toast({ text: done })
    },
    onError: (error) => toast({ text: errorText(error), bad: true }),
  })
}

/** Pins a version. Null unpins it, so that the best version is used again. */
export const usePin = (done: string) =>
  useChange((version: number | null) => rankingCalls.pinOrder({ body: { version } }), done)

export const useSwitchOutcomes = (done: string) =>
  useChange((on: boolean) => rankingCalls.setOrderOutcomes({ body: { on } }), done)
