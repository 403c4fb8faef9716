import type { Action } from '@kindred/contract/matching/choices'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { matching } from '../../api/member-client.ts'
import { changeDecided } from '../../api/member-queries.ts'
import { type CallName, reload } from '../../api/queries.ts'
import { toast } from '../../ui/toast.tsx'
import { showYourTurn } from '../matches/your-turn.ts'
import type { LikeDetails } from './liking.tsx'
import { useMatchMoment } from './use-match-moment.tsx'

export type Choosing = {
  choose: (person: { id: string; name: string }, action: Action, details?: LikeDetails) => void
  /** Takes back the last choice. */
  undo: () => void
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

export function useChoiceTexts(): (name: string) => Record<Action, string> {
  const { t } = useLingui()
  return (name) => ({ like: t`You like ${name}.`, superlike: t`Super liked ${name}.`, pass: t`You passed on ${name}.` })
}

/** Likes and passes outside the deck, which say what they did. */
export function useChoose(): Choosing {
  const texts = useChoiceTexts()
  const [busy, setBusy] = useState(false)
  const queryClient = useQueryClient()
  const { show, moment } = useMatchMoment()
  const choose = async ({ id, name }: { id: string; name: string }, action: Action, details?: LikeDetails) => {
    setBusy(true)
    try {
      const { data } = await matching.choose({ body: { userId: id, action, ...details } })
      changeDecided(queryClient, 'discover', (decided) => {
        // Someone set aside before would keep their place, but this choice is the newest.
        decided.delete(id)
        decided.set(id, data.match ? null : action)
      })
      void reload(queryClient, ...CHANGED)
      if (data.match) return show(data.match)
      toast({ text: texts(name)[action] })
    } catch (error) {
      if (!showYourTurn(error)) toast({ text: errorText(error), bad: true })
    } finally {
      setBusy(false)
    }
  }
  const undo = async () => {
    setBusy(true)
    try {
      const { data } = await matching.undoChoice()
      changeDecided(queryClient, 'discover', (decided) => decided.delete(data.undone.userId))
      await reload(queryClient, ...CHANGED)
    } catch (error) {
      toast({ text: errorText(error), bad: true })
    } finally {
      setBusy(false)
    }
  }
  return {
    undo: () => void undo(),
    choose: (person, action, details) => void choose(person, action, details),
    busy,
    moment,
  }
}
