import type { Match } from '@kindred/contract/matching/matches'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { readQuery } from '../../api/queries.ts'
import { errorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { matching } from '../../api/member-client.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { Unread } from '../layout/loaded.tsx'
import { Conversation } from './conversation.tsx'
import type { Open } from './dialogs.tsx'
import { useRoom } from '../../ui/use-wide.ts'

const Dialogs = lazy(() => import('./dialogs.tsx'))
const ProfilePanel = lazy(() => import('./profile-panel.tsx'))

/** A match from the list, and when it was read. It saves a request. */
type Known = { match: Match; at: number }

/** A conversation, and beside it the person. */
export default function Talk({ matchId, known }: { matchId: string; known?: Known }) {
  const { t } = useLingui()
  const [open, setOpen] = useState<Open>()
  const hasRoom = useRoom()
  const query = useQuery({
    ...readQuery(['getMatch', matchId], () => matching.getMatch({ params: { id: matchId } })),
    ...(known && { initialData: { data: { match: known.match } }, initialDataUpdatedAt: known.at }),
  })
  if (query.isPending && query.isPaused) return <Unread />
  if (query.isPending) return <Skeleton height="100%" label={t`Loading`} />
  const isClosed = query.error instanceof CallFailed && query.error.status === 404
  if (isClosed)
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
  if (!query.data)
    return (
      <div className="p-5">
        <QueryProblem query={query} text={errorText(query.error)} />
      </div>
    )
  const { match } = query.data.data
  return (
    <>
      <Conversation match={match} onOpen={setOpen} />
      {hasRoom && (
        <Suspense fallback={<aside className="border-s border-line" />}>
          <ProfilePanel match={match} onOpen={setOpen} />
        </Suspense>
      )}
      <Suspense>{open && <Dialogs match={match} open={open} onClose={() => setOpen(undefined)} />}</Suspense>
    </>
  )
}
