import type { Report } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { Person, type PersonProps } from './person.tsx'
import { useSigned } from '../signed.ts'

/** Both people of a report, side by side. The same can be done about either. */
export function People({ report }: { report: Report }) {
  const { t } = useLingui()
  const people: [role: string, person: PersonProps['person'] | null, about: { reportId?: string }][] = [
    [t`Reported by`, report.user, {}],
    [t`About`, report.about, { reportId: report._id }],
  ]
  return (
    <section className="card grid gap-x-6 gap-y-4 sm:grid-cols-2" aria-label={t`People`}>
      {people.map(([role, person, about]) => person && <Person key={role} role={role} person={person} {...about} />)}
    </section>
  )
}

/** The priority is a sum of named parts. */
export function Why({ report }: { report: Report }) {
  const { t } = useLingui()
  const { signed } = useSigned()
  if (!report.priorityParts?.length) return null
  return (
    <section className="card grid gap-2" aria-labelledby="why">
      <h2 id="why">{t`Priority breakdown`}</h2>
      <ul className="grid gap-1">
        {report.priorityParts.map(({ name, points }) => (
          <li key={name} className="flex justify-between gap-3">
            <span>{name}</span>
            <span className="tabular-nums whitespace-nowrap">{signed(points)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
