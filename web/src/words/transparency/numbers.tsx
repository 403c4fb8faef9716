import type { Groups, Transparency } from '@kindred/contract/moderation/transparency'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { problemTypes } from '@kindred/contract/moderation/report'
import { useFormats } from '../../ui/use-formats.ts'
import { useNow } from '../../ui/use-now.ts'
import { inWords } from '../duration.ts'
import { useProblemType } from '../../api/use-problem-type.ts'
import { useDecisionWords } from '../use-decision-words.ts'

function useGroupNames() {
  const { t } = useLingui()
  const typeName = useProblemType()
  const { kinds, states, violations } = useDecisionWords()
  const names: Record<string, string> = {
    ...kinds,
    ...states,
    ...violations,
    report: t`After a report`,
    own: t`Found by staff`,
    demote: t`Demoted in Discover`,
    rule: t`Found by monitoring rules`,
    automated: t`Automated`,
    'partly automated': t`Partly automated`,
    'by a person': t`By staff`,
    upheld: t`Upheld`,
    open: t({ message: 'Open', context: 'state' }),
    member: t`By members`,
    reporter: t`By reporters`,
    masked: t`Small groups`,
  }
  return (name: string): string => {
    const type = problemTypes.find((each) => each === name)
    return type ? typeName(type) : (names[name] ?? name)
  }
}

export function Numbers({ transparency }: { transparency: Transparency }) {
  const { t } = useLingui()
  const formats = useFormats()
  const { reports, decisions, appeals } = transparency
  // The last month ends where the next one starts, or is still in progress.
  const lastMoment = new Date(Math.min(Date.parse(transparency.to) - 1, useNow()))
  const [from, to] = [formats.day(transparency.from), formats.day(lastMoment)]
  return (
    <>
      <p>{t`From ${from} to ${to}`}</p>
      <div className="grid items-start gap-5 lg:grid-cols-3">
        <Card title={t`Reports`} total={reports.received}>
          <List title={t`By type`} groups={reports.byType} />
          <List title={t`By source`} groups={reports.bySource} />
          <Time name={t`Median time to the first answer`} seconds={reports.medianFirstAnswer} />
          <Time name={t`Median time to resolution`} seconds={reports.medianResolution} />
        </Card>
        <Card title={t`Decisions`} total={decisions.made}>
          <List title={t`By action`} groups={decisions.byKind} />
          <List title={t`By violation`} groups={decisions.byCategory} />
          <List title={t`By source`} groups={decisions.bySource} />
          <List title={t`By degree of automation`} groups={decisions.byAutomation} />
          <List title={t`By state`} groups={decisions.byState} />
        </Card>
        <Card title={t`Appeals`} total={appeals.received}>
          <List title={t`By appellant`} groups={appeals.byAppellant} />
          <List title={t`By outcome`} groups={appeals.byOutcome} />
          <Time name={t`Median time to a decision`} seconds={appeals.medianDecision} />
        </Card>
      </div>
    </>
  )
}

function useCount() {
  const { t, i18n } = useLingui()
  return (count: number | null) => (count === null ? t`Fewer than 5 (hidden)` : i18n.number(count))
}

function Card({ title, total, children }: { title: string; total: number | null; children: ReactNode }) {
  const countText = useCount()
  return (
    <section className="card grid gap-4" aria-label={title}>
      <h2>{title}</h2>
      <p>
        <b className="tabular-nums">{countText(total)}</b>
      </p>
      {children}
    </section>
  )
}

function List({ title, groups }: { title: string; groups: Groups }) {
  const countText = useCount()
  const nameOf = useGroupNames()
  if (groups.length === 0) return null
  return (
    <div className="grid gap-1">
      <h3>{title}</h3>
      <dl className="grid gap-1">
        {groups.map(({ name, count }) => (
          <div key={name} className="flex justify-between gap-3">
            <dt>{nameOf(name)}</dt>
            <dd className="tabular-nums">{countText(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Time({ name, seconds }: { name: string; seconds: number | null }) {
  const { t, i18n } = useLingui()
  return (
    <p className="flex justify-between gap-3">
      <span>{name}</span>
      <span className="tabular-nums">{seconds === null ? t`N/A` : inWords(i18n, seconds)}</span>
    </p>
  )
}
