import { callsOf } from '@kindred/contract/calls'
import { notifications } from '@kindred/contract/delivery/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readQuery, reload } from '../../api/queries.ts'
import { send } from '../../api/send.ts'
import { useSession } from '../../session/store.ts'
import type { Mentions } from './mentions.ts'

const calls = callsOf(notifications, send)
const notificationsQuery = readQuery(['listNotifications'], calls.listNotifications)

/** Finds notes that mention the viewer, after the page has loaded. */
export default function MentionWatch({ onFound }: { onFound: (found: Mentions) => void }) {
  const queryClient = useQueryClient()
  const isSignedIn = useSession((session) => session.isAuthenticated)
  const { data } = useQuery({ ...notificationsQuery, enabled: isSignedIn })
  useEffect(() => {
    const read = (id: string) =>
      void calls.readNotifications({ body: { ids: [id] } }).then(() => reload(queryClient, 'listNotifications'))
    const all = data?.data.notifications ?? []
    onFound({ mentions: all.filter((each) => !each.read && each.link.startsWith('/reports/')), read })
  }, [data, onFound, queryClient])
  return null
}
