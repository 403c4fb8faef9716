import type { Action } from '@kindred/contract/matching/choices'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { matching } from '../../api/member-client.ts'
import { type CallName, reload } from '../../api/queries.ts'
import { toast } from '../../ui/toast.tsx'
import { showYourTurn } from '../matches/your-turn.ts'
import type { LikeDetails } from './liking.tsx'
import { useMatchMoment } from './use-match-moment.tsx'

export type Choosing = {
  choose: (person: { id: string; name: string }, action: Action, details?: LikeDetails) => void
  busy: boolean
  moment: ReactNode
}

/** Requests whose responses change after a swipe. */
const CHANGED: readonly CallName[] = [
  'discover',
  'getAllowance',
  'searchPeople',
  'listLikes',
  'listGivenLikes',
  'listMatches',
  'listEndedMatches',
]

/** Likes and passes outside the deck, which say what they did. */
export function useChoose(): Choosing {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const queryClient = useQueryClient()
  const { show, moment } = useMatchMoment()
  const choose = async ({ id, name }: { id: string; name: string }, action: Action, details?: LikeDetails) => {
    setBusy(true)
    try {
      const { data } = await matching.choose({ body: { userId: id, action, ...details } })
      void reload(queryClient, ...CHANGED)
      if (data.match) return show(data.match)
      const texts = { like: t`You like ${name}.`, superlike: t`Super liked ${name}.`, pass: t`You passed on ${name}.` }
      toast({ text: texts[action] })
    } catch (error) {
      if (!showYourTurn(error)) toast({ text: errorText(error), bad: true })
    } finally {
      setBusy(false)
    }
  }
  return { choose: (person, action, details) => void choose(person, action, details), busy, moment }
}
