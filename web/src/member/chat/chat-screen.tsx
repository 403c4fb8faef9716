import type { Match } from '@kindred/contract/matching/matches'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Flag, Unlink, UserRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { readQuery } from '../../api/queries.ts'
import { errorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { compatibilityQuery } from '../../api/member-queries.ts'
import { matching } from '../../api/member-client.ts'
import { usePlaceWords } from '../../api/place-words.ts'
import { usePage } from '../../api/settings.ts'
import { paths, toPerson } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useParams } from '../../router/place.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { Gate } from '../layout/gate.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { MatchList } from '../matches/match-list.tsx'
import { Reasons } from '../people/fit.tsx'
import { Photos } from '../people/photos.tsx'
import { Conversation } from './conversation.tsx'

const UnmatchDialog = lazy(() => import('./unmatch-dialog.tsx'))

export default function ChatScreen() {
  const { t } = useLingui()
  const { matchId } = useParams<'/chat/$matchId'>()
  usePage(t`Chat`)
  return (
    <MemberFrame layout="wide" docked barred>
      <Gate>
        <div
          className={
            'grid h-[calc(100dvh-var(--banner))] grid-cols-[21rem_minmax(0,1fr)_18.5rem] border-s border-line ' +
            'bg-surface bar:grid-cols-[17rem_minmax(0,1fr)] phone:flex ' +
            'phone:h-[calc(100dvh-4rem-var(--banner))] phone:flex-col phone:border-0'
          }
        >
          <MatchList current={matchId} />
          <Talk key={matchId} matchId={matchId} />
        </div>
      </Gate>
    </MemberFrame>
  )
}

function Talk({ matchId }: { matchId: string }) {
  const { t } = useLingui()
  const [leaving, setLeaving] = useState(false)
  const query = useQuery(readQuery(['getMatch', matchId], () => matching.getMatch({ params: { id: matchId } })))
  if (query.isPending) return <Skeleton height="100%" label={t`Loading`} />
  const isClosed = query.error instanceof CallFailed && query.error.status === 404
  if (!query.data && !isClosed)
    return (
      <div className="p-5">
        <QueryProblem query={query} text={errorText(query.error)} />
      </div>
    )
  if (!query.data)
    return (
      <EmptyState
        title={t`This conversation is closed`}
        action={
          <Link className={buttonClass()} to={paths.matches}>
            <Trans>All conversations</Trans>
          </Link>
        }
      >
        <Trans>
          This conversation has ended or doesn’t exist. If something happened, you can still report it in Support.
        </Trans>
      </EmptyState>
    )
  const { match } = query.data.data
  return (
    <>
      <Conversation match={match} onLeave={() => setLeaving(true)} />
      <ProfilePanel match={match} onLeave={() => setLeaving(true)} />
      {leaving && (
        <Suspense>
          <UnmatchDialog match={match} onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  )
}

const lineClass =
  'flex min-h-(--control) items-center gap-3 border-t border-line text-(length:--text-2) text-ink-2 no-underline'

function ProfilePanel({ match, onLeave }: { match: Match; onLeave: () => void }) {
  const { t } = useLingui()
  const { user } = match
  const { data } = useQuery(compatibilityQuery(user._id))
  const places = usePlaceWords()
  return (
    <aside
      className={
        'flex flex-col gap-5 overflow-auto border-s border-line p-5 wrap-anywhere bar:hidden ' +
        '[&>*]:flex-none [&_figure]:aspect-square ' +
        '[&_figure]:rounded-lg [&_figure]:shadow-none'
      }
      aria-label={t`About ${user.firstName}`}
    >
      <Photos pictures={user.pictures} name={user.firstName} />
      <div>
        <h2>
          <bdi>{user.firstName}</bdi> <span className="tabular-nums font-normal">{user.age}</span>
        </h2>
        <p className="text-small text-muted" dir="auto">
          {places.city(user.location)}
        </p>
      </div>
      {data && <Reasons reasons={data.data.reasons.slice(0, 3)} />}
      <nav className="grid" aria-label={t`Your match`}>
        <Link className={lineClass} {...toPerson(user._id)}>
          <UserRound className="icon" />
          <Trans>View profile</Trans>
        </Link>
        <Link className={lineClass} {...toPerson(user._id)} hash="safety">
          <Flag className="icon" />
          <Trans>Report or block</Trans>
        </Link>
        <button
          type="button"
          className={
            'flex min-h-(--control) items-center gap-3 border-0 border-t border-line bg-transparent p-0 ' +
            'text-(length:--text-2) text-danger'
          }
          onClick={onLeave}
        >
          <Unlink className="icon" />
          <Trans>Unmatch</Trans>
        </button>
      </nav>
    </aside>
  )
}
