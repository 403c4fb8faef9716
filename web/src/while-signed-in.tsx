import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { publicCalls } from './api/client.ts'
import { pageBuild } from './api/settings.ts'
import { keepConversations } from './member/matches/kept-conversations.ts'
import { formDraftNames } from './session/form-drafts.ts'
import { toast } from './ui/toast.tsx'
import { useKeptFocus } from './ui/use-kept-focus.ts'

const EVERY = 10 * 60_000
const STAYS = 60 * 60_000
let shownVersion: string | undefined

/** What every page of someone signed in has, and loads after the page. */
export default function WhileSignedIn() {
  useKeptFocus()
  useUpdatePrompt()
  useConversations()
  return null
}

/** Conversations open without a connection, and what was written in them is sent later. */
function useConversations(): void {
  const queryClient = useQueryClient()
  useEffect(() => keepConversations(queryClient), [queryClient])
  useEffect(() => {
    if (formDraftNames('unsent.').length > 0)
      void import('./member/chat/sending.ts').then(
        ({ sendWaiting }) => sendWaiting(queryClient),
        () => {},
      )
  }, [queryClient])
}

/** Announces each newer version once. The page never reloads by itself. */
function useUpdatePrompt(): void {
  const { t } = useLingui()
  const { data } = useQuery({
    queryKey: ['getStatus', 'newest'],
    queryFn: () => publicCalls.getStatus(),
    enabled: pageBuild !== null,
    refetchInterval: EVERY,
    refetchOnWindowFocus: true,
    staleTime: EVERY / 2,
  })
  const newest = data?.build
  useEffect(() => {
    if (!newest || !pageBuild || newest === pageBuild || newest === shownVersion) return
    shownVersion = newest
    toast({
      text: t`A new version is available.`,
      undo: { label: t`Reload`, run: () => location.reload() },
      lasts: STAYS,
    })
  }, [newest, t])
}
