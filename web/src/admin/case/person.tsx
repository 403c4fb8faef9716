import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { readQuery } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'
import { toUser } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSession } from '../../session/store.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { fullName } from '../dashboard/stats.ts'
import { DecideButton } from '../decisions/decide-button.tsx'
import { IfAllowed } from '../if-allowed.tsx'
import { useStateWords } from '../state-words.ts'
import type { Deciding } from '../users/decision-dialog.tsx'
import { LazyDecisionDialog } from '../users/lazy-dialogs.tsx'
import { rightToDecideOn, useMay } from '../../session/rights.ts'

const Decided = lazy(() => import('./decided.tsx'))

export type PersonProps = {
  role: string
  person: { _id: string | null; name: string }
  /** Actions are offered about a person whose case this is, but not about the one who reported. */
  acts?: { reportId?: string }
  children?: ReactNode
}

function usePerson(id: string | null) {
  const params = { id: id ?? '' }
  const enabled = id !== null
  const user = useQuery({
    ...readQuery(['getUser', id], () => backOffice.getUser({ params })),
    enabled,
    select: ({ data }) => data.user,
  }).data
  const figures = useQuery({
    ...readQuery(['getUserFigures', id], () => backOffice.getUserFigures({ params })),
    enabled,
    select: ({ data }) => data,
  }).data
  return { user, figures }
}

export function Person({ role, person: { _id, name: listed }, acts, children }: PersonProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const states = useStateWords()
  const { user, figures } = usePerson(_id)
  // For some people, a report contains only the first name.
  const name = user ? fullName(user, listed) : listed
  return (
    <section className="grid min-w-0 content-start gap-2" aria-label={`${role}: ${name}`}>
      <p className="text-muted text-caption">{role}</p>
      <p className="flex min-w-0 items-center gap-2">
        <Avatar name={name} src={user?.profilePicture ?? null} size={32} />
        <b className="min-w-0 wrap-anywhere" dir="auto">
          {name}
        </b>
        {user && user.state !== 'active' && <Badge tone="warning">{states[user.state]}</Badge>}
      </p>
      {user && figures && (
        <ul className="text-small grid gap-0.5 text-ink-2">
          <li>{t`Joined ${formats.day(user.createdAt)}`}</li>
          <Numbers {...figures} />
        </ul>
      )}
      {children}
      {user && acts && (
        <IfAllowed may="decide">
          <Suspense>
            <Decided id={user._id} />
          </Suspense>
        </IfAllowed>
      )}
      {user && acts && <Actions user={user} {...acts} />}
      {user && <Link {...toUser(user._id)} className="pointer-coarse:py-3">{t`Open full profile`}</Link>}
    </section>
  )
}

/** Nothing is decided about someone because they reported. */
function Actions({ user, reportId }: Pick<Deciding, 'user'> & { reportId?: string }) {
  const { t } = useLingui()
  const own = useSession((session) => session.user?._id)
  const mayDecide = useMay()(rightToDecideOn(user)) && user._id !== own
  const [to, setTo] = useState<Deciding['to']>()
  const name = fullName(user, t`Unknown`)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {mayDecide && <DecideButton user={user} size="sm" {...(reportId && { reportId })} />}
      {!mayDecide ? null : user.isActive ? (
        <Button tone="danger" size="sm" aria-label={t`Deactivate ${name}…`} onClick={() => setTo('deactivate')}>
          <Trans>Deactivate…</Trans>
        </Button>
      ) : (
        <Button tone="quiet" size="sm" aria-label={t`Activate ${name}…`} onClick={() => setTo('activate')}>
          <Trans>Activate…</Trans>
        </Button>
      )}
      {to && <LazyDecisionDialog deciding={{ user, to }} onClose={() => setTo(undefined)} />}
    </div>
  )
}

type Stats = Awaited<ReturnType<typeof backOffice.getUserFigures>>['data']

const Numbers = ({ reportsAbout, reportsBy, blockedBy, matches }: Stats) => (
  <>
    <li>
      <Trans>
        Reported {reportsAbout}×, filed <Plural value={reportsBy} one="# report" other="# reports" />
      </Trans>
    </li>
    <li>
      <Trans>
        Blocked by <Plural value={blockedBy} one="# person" other="# people" /> ·{' '}
        <Plural value={matches} one="# match" other="# matches" />
      </Trans>
    </li>
  </>
)
