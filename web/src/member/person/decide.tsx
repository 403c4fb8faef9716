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

export function Decide({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const choose = (what: Action) =>
    action.run(async () => {
      const { data } = await matching.choose({ body: { userId: id, action: what } })
      void reload(queryClient, ...CHANGED)
      if (data.match) {
        toast({ text: t`You and ${name} like each other.` })
        return navigate(toChat(data.match._id))
      }
      toast({ text: what === 'like' ? t`You like ${name}.` : t`You passed on ${name}.` })
    })
  return (
    <div className="grid gap-3">
      <ErrorNote>{action.text}</ErrorNote>
      <div className="grid grid-cols-2 gap-3">
        <Button tone="quiet" size="lg" busy={action.busy} onClick={() => void choose('pass')}>
          <X size={20} aria-hidden="true" />
          <Trans>Pass</Trans>
        </Button>
        <Button size="lg" busy={action.busy} onClick={() => void choose('like')}>
          <Heart size={20} aria-hidden="true" />
          <Trans>Like</Trans>
        </Button>
      </div>
    </div>
  )
}
