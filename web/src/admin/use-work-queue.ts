import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readQuery } from '../api/queries.ts'
import { backOffice } from '../api/staff-client.ts'
import { usePlace } from '../router/place.ts'
import { useSession } from '../session/store.ts'

export const workQueueQuery = () => readQuery(['getWorkQueue'], backOffice.getWorkQueue)

/**
 * The counts beside the screens' names, all in one request. Decisions and events about reports renew them. Other work
 * arrives without an event, so old counts are also renewed when another screen or the browser's tab opens.
 */
export function useWorkCounts() {
  const queryClient = useQueryClient()
  // The frame stays mounted for a moment after sign-out, and must not send requests then.
  const isSignedIn = useSession((session) => session.isAuthenticated)
  const query = useQuery({ ...workQueueQuery(), enabled: isSignedIn, refetchOnWindowFocus: true })
  const { pathname } = usePlace()
  useEffect(() => {
    void queryClient.refetchQueries({ queryKey: ['getWorkQueue'], type: 'active', stale: true })
  }, [queryClient, pathname])
  return query.data?.data
}
