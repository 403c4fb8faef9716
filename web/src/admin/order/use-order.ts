import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { orderCalls } from '../../api/order-client.ts'
import { withRetry } from '../../api/retry.ts'
import { toast } from '../../ui/toast.tsx'

export const orderQuery = queryOptions({
  queryKey: ['getOrder'],
  queryFn: () => withRetry(() => orderCalls.getOrder()),
})

/** Keeps one version in use, or with null lets the best one be used again. */
export function usePin(done: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (version: number | null) => orderCalls.pinOrder({ body: { version } }),
    onSuccess: (answer) => {
      queryClient.setQueryData(orderQuery.queryKey, answer)
      toast({ text: done })
    },
    onError: (error) => toast({ text: errorText(error), bad: true }),
  })
}
