import type { Report } from '@kindred/contract/reports'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { userPath } from '../../paths.ts'

export function People({ report }: { report: Report }) {
  const { t } = useLingui()
  const people: [string, { _id: string | null; name: string } | null][] = [
    [t`Reported by`, report.user],
    [t`About`, report.about],
  ]
  return (
    <section className="card grid gap-3" aria-label={t`People`}>
      {people.map(
        ([role, person]) =>
          person && (
            <div key={role}>
              <p className="muted text-caption">{role}</p>
              <p className="flex flex-wrap justify-between gap-2">
                <b dir="auto">{person.name}</b>
                {person._id && (
                  <Link to={userPath(person._id)}>
                    <Trans>All about them</Trans>
                  </Link>
                )}
              </p>
            </div>
          ),
      )}
    </section>
  )
}

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
            <span className="num">+{points}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
