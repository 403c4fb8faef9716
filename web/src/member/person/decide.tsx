import type { Action } from '@kindred/contract/matching/choices'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Heart, X } from 'lucide-react'
import { reload, type CallName } from '../../api/queries.ts'
import { matching } from '../../api/member-client.ts'
import { toChat } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import type { LikeDetails } from '../people/liking.tsx'
import { useAction } from '../use-action.ts'

/** What shows this person, or no longer does, after a choice. */
const CHANGED: readonly CallName[] = [
  'discover',
  'searchPeople',
  'listLikes',
  'listGivenLikes',
  'listMatches',
  'listEndedMatches',
]

/** Chooses about a person, on their own page. */
export function useDecision(id: string, name: string) {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const choose = (what: Action, details?: LikeDetails) =>
    action.run(async () => {
      const { data } = await matching.choose({ body: { userId: id, action: what, ...details } })
      void reload(queryClient, ...CHANGED)
      if (data.match) {
        toast({ text: t`You and ${name} like each other.` })
        return navigate(toChat(data.match._id))
      }
      toast({ text: what === 'like' ? t`You like ${name}.` : t`You passed on ${name}.` })
    })
  return { choose, busy: action.busy, problem: action.text }
}

export function Decide({ decision: { choose, busy, problem } }: { decision: ReturnType<typeof useDecision> }) {
  return (
    <div className="grid gap-3">
      <ErrorNote>{problem}</ErrorNote>
      <div className="grid grid-cols-2 gap-3">
        <Button tone="quiet" size="lg" busy={busy} onClick={() => void choose('pass')}>
          <X size={20} aria-hidden="true" />
          <Trans>Pass</Trans>
        </Button>
        <Button size="lg" busy={busy} onClick={() => void choose('like')}>
          <Heart size={20} aria-hidden="true" />
          <Trans>Like</Trans>
        </Button>
      </div>
    </div>
  )
}
