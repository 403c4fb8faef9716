import type { Report } from '@kindred/contract/moderation/report'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { backOffice } from '../../api/staff-client.ts'
import { withRetry } from '../../api/retry.ts'
import { toUser } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'

/** Both people, with their account status and the number of reports about them. */
export function People({ report }: { report: Report }) {
  const { t } = useLingui()
  const people: [string, { _id: string | null; name: string } | null][] = [
    [t`Reported by`, report.user],
    [t`About`, report.about],
  ]
  return (
    <section className="card grid gap-4" aria-label={t`People`}>
      {people.map(([role, person]) => person && <Person key={role} role={role} person={person} />)}
    </section>
  )
}

function Person({ role, person: { _id, name } }: { role: string; person: { _id: string | null; name: string } }) {
  const { t } = useLingui()
  const formats = useFormats()
  const params = { id: _id ?? '' }
  const enabled = _id !== null
  const user = useQuery({
    queryKey: ['getUser', _id],
    queryFn: () => withRetry(() => backOffice.getUser({ params })),
    enabled,
    select: ({ data }) => data.user,
  }).data
  const figures = useQuery({
    queryKey: ['getUserFigures', _id],
    queryFn: () => withRetry(() => backOffice.getUserFigures({ params })),
    enabled,
    select: ({ data }) => data,
  }).data
  return (
    <div className="grid gap-1">
      <p className="text-muted text-caption">{role}</p>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex min-w-0 items-center gap-2">
          <Avatar name={name} src={user?.profilePicture ?? null} size={32} />
          <b dir="auto">{name}</b>
          {user && user.state !== 'active' && <Badge tone="warning">{user.state}</Badge>}
        </span>
        {_id && (
          <Link {...toUser(_id)}>
            <Trans>Open full profile</Trans>
          </Link>
        )}
      </p>
      {user && figures && (
        <ul className="text-small grid gap-0.5 text-ink-2">
          <li>{t`Joined ${formats.day(user.createdAt)}`}</li>
          <Numbers {...figures} />
        </ul>
      )}
    </div>
  )
}

type Figures = Awaited<ReturnType<typeof backOffice.getUserFigures>>['data']

const Numbers = ({ reportsAbout, reportsBy, blockedBy, matches }: Figures) => (
  <>
    <li>
      <Trans>
        {plural(reportsAbout, { one: '# report', other: '# reports' })} about them, {reportsBy} by them
      </Trans>
    </li>
    <li>
      <Trans>
        Blocked by {blockedBy}, {plural(matches, { one: '# match', other: '# matches' })}
      </Trans>
    </li>
  </>
)

/** The priority is a sum of named parts. */
export function Why({ report }: { report: Report }) {
  const { t } = useLingui()
  if (!report.priorityParts?.length) return null
  return (
    <section className="card grid gap-2" aria-labelledby="why">
      <h2 id="why">{t`Why this priority`}</h2>
      <ul className="grid gap-1">
        {report.priorityParts.map(({ name, points }) => (
          <li key={name} className="flex justify-between gap-3">
            <span>{name}</span>
            <span className="tabular-nums">+{points}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
