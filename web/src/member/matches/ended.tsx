import type { EndedMatch } from '@kindred/contract/matching/matches'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useIsOn } from '../../api/house.ts'
import { matching } from '../../api/member-client.ts'
import { endedMatchesQuery } from '../../api/member-queries.ts'
import { reload } from '../../api/queries.ts'
import { toChat, toPerson } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { navigate } from '../../router/navigation.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useAction } from '../use-action.ts'

/** Ended matches, collapsed at first. A match resumes only if both people want it. */
export default function Ended() {
  const { data } = useQuery(endedMatchesQuery)
  const matches = data?.data.matches ?? []
  if (matches.length === 0) return null
  return (
    <details className="px-5 pt-4">
      <summary className="text-muted text-small cursor-pointer py-3">
        <Trans>Past matches: {matches.length}</Trans>
      </summary>
      <p className="text-muted text-small py-1">
        <Trans>You’ll match again if you both ask. We won’t say who asked first.</Trans>
      </p>
      <ul className="grid gap-3 overflow-auto px-2 py-2">
        {matches.map((match) => (
          <One key={match._id} match={match} />
        ))}
      </ul>
    </details>
  )
}

function One({ match: { user, endedAt, closing, asked, kind } }: { match: EndedMatch }) {
  const hasFriends = useIsOn('friends')
  const mayResume = kind === undefined || hasFriends
  const { t } = useLingui()
  const formats = useFormats()
  const { firstName: name } = user
  return (
    <li className="flex items-center gap-3">
      <Avatar name={name} src={user.profilePicture} size={40} />
      <span className="min-w-0 flex-1">
        <Link {...toPerson(user._id)}>
          <bdi>{name}</bdi>
        </Link>
        <span className="text-muted text-small block" dir="auto">
          {closing ? `“${closing}”` : t`Ended on ${formats.day(endedAt)}`}
        </span>
      </span>
      {mayResume && <ResumeButton id={user._id} name={name} asked={asked} kind={kind} />}
    </li>
  )
}

/** Few ended matches are of friends, so the call loads on demand. */
const chooseFriend = async (body: { userId: string; action: 'like' }) =>
  (await import('../../api/friends-client.ts')).friends.chooseFriend({ body })

/** The button stays after the request, so that the keyboard focus isn't lost. */
type ResumeProps = { id: string; name: string; asked: boolean; kind: EndedMatch['kind'] }

function ResumeButton({ id, name, asked, kind }: ResumeProps) {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const ask = () =>
    action.run(async () => {
      const body = { userId: id, action: 'like' as const }
      const { data } = kind ? await chooseFriend(body) : await matching.choose({ body })
      void reload(queryClient, 'listEndedMatches', 'listMatches', 'getAllowance')
      if (data.match) {
        toast({ text: t`You and ${name} are matched again.` })
        return navigate(toChat(data.match._id))
      }
      toast({ text: t`Request sent. If ${name} asks too, you’ll match again.` })
    })
  return (
    <span className="grid justify-items-end gap-1">
      <Button
        tone="quiet"
        size="sm"
        busy={action.busy}
        aria-label={asked ? t`Asked ${name}` : t`Rematch ${name}`}
        aria-disabled={asked}
        onClick={() => !asked && void ask()}
      >
        {asked ? <Trans>Asked</Trans> : <Trans>Rematch</Trans>}
      </Button>
      {action.text && (
        <span className="text-small text-danger" role="alert">
          {action.text}
        </span>
      )}
    </span>
  )
}
