import type { Action } from '@kindred/contract/matching/choices'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { reload, type CallName } from '../../api/queries.ts'
import { matching } from '../../api/member-client.ts'
import { toChat } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { toast } from '../../ui/toast.tsx'
import type { LikeDetails } from '../people/liking.tsx'
import { useAction } from '../use-action.ts'

export type Choosing = {
  choose: (action: Action, details?: LikeDetails) => void
  busy: boolean
  text?: string | undefined
}

/** What shows this person, or no longer does, after a choice. */
const CHANGED: readonly CallName[] = [
  'discover',
  'getAllowance',
  'searchPeople',
  'listLikes',
  'listGivenLikes',
  'listMatches',
  'listEndedMatches',
]

/** A choice about one person, on their page. */
export function useChoice(id: string, name: string): Choosing {
  const { t } = useLingui()
  const { run, busy, text } = useAction()
  const queryClient = useQueryClient()
  const choose = (action: Action, details?: LikeDetails) =>
    void run(async () => {
      const { data } = await matching.choose({ body: { userId: id, action, ...details } })
      void reload(queryClient, ...CHANGED)
      if (data.match) {
        toast({ text: t`You and ${name} like each other.` })
        return navigate(toChat(data.match._id))
      }
      const said = { like: t`You like ${name}.`, superlike: t`Super liked ${name}.`, pass: t`You passed on ${name}.` }
      toast({ text: said[action] })
    })
  return { choose, busy, text }
}
