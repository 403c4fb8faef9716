import { Trans, useLingui } from '@lingui/react/macro'
import { errorText } from '../../api/error-text.ts'
import { QueryProblem } from '../../ui/problem.tsx'
import { useAnswerNames } from './words.ts'
import { useAgreement } from './use-second-looks.ts'

type Share = { name: string; answered: number; agreed: number }

/** How often both came to the same result, in the last twelve months. */
export function Agreement() {
  const { t } = useLingui()
  const names = useAnswerNames()
  const query = useAgreement()
  if (query.isError) return <QueryProblem query={query} text={errorText(query.error)} />
  if (!query.data) return null
  const { byKind, byRule, ...all } = query.data
  return (
    <section className="card grid gap-4" aria-labelledby="agreement">
      <h2 id="agreement">
        <Trans>Agreement in the last 12 months</Trans>
      </h2>
      {all.answered === 0 ? (
        <p className="text-muted">
          <Trans>No reviews completed yet.</Trans>
        </p>
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-3">
          <Shares title={t`Overall`} shares={[{ name: t`Same action and rule`, ...all }]} />
          <Shares title={t`Same action`} shares={byKind.map(({ kind, ...each }) => ({ name: names[kind], ...each }))} />
          <Shares
            title={t`Same rule`}
            shares={byRule.map(({ rule, title, ...each }) => ({ name: `${rule}. ${title}`, ...each }))}
          />
        </div>
      )}
    </section>
  )
}

function Shares({ title, shares }: { title: string; shares: readonly Share[] }) {
  const { t, i18n } = useLingui()
  return (
    <div className="grid gap-1">
      <h3>{title}</h3>
      <dl className="grid gap-1">
        {shares.map(({ name, answered, agreed }) => {
          const percent = i18n.number(agreed / answered, { style: 'percent' })
          return (
            <div key={name} className="flex justify-between gap-3">
              <dt dir="auto">{name}</dt>
              <dd className="tabular-nums">{t`${percent} (${agreed} of ${answered})`}</dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}
