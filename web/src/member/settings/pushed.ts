import { queryOptions } from '@tanstack/react-query'
import { canPush, isPushed } from '../../api/worker.ts'

/** Whether this browser gets push notifications. */
export const pushedQuery = queryOptions({
  queryKey: ['subscribePush', 'here'],
  queryFn: isPushed,
  enabled: canPush(),
})
