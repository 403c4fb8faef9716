import type { OrderOutcomes, OutcomeMeasure } from '@kindred/contract/discovery/order'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useSwitchOutcomes } from './use-ranking.ts'

export function Outcomes({ outcomes }: { outcomes: OrderOutcomes }) {
  const { t, i18n } = useLingui()
  return (
    <section className="card grid gap-3" aria-labelledby="outcomes">
      <h2 id="outcomes">{outcomes.on ? t`Match outcomes: on` : t`Match outcomes: off`}</h2>
      <p className="max-w-[48rem] text-ink-2">
        <Trans>
          Discover can learn which matches lead to messages, dates and second dates, and show likely ones a little
          earlier. One in ten members stays in a holdout group for comparison. No one can see who’s in it, and no one’s
          private answers can be inferred.
        </Trans>
      </p>
      {outcomes.on && (
        <>
          <p>
            {outcomes.matches === 0
              ? t`This needs 1,000 matches that are at least 4 weeks old. Until then, nothing changes.`
              : plural(outcomes.matches, { one: 'Learned from # match.', other: 'Learned from # matches.' })}
          </p>
          {outcomes.since !== null && <Compared outcomes={outcomes} since={outcomes.since} />}
        </>
      )}
      {outcomes.comparison && (
        <p className="text-small text-muted">
          <Trans>
            {i18n.number(outcomes.comparison.cards)} profiles shown with it,{' '}
            {i18n.number(outcomes.comparison.cardsHeldOut)} without. A profile counts one week after the swipe.
          </Trans>
        </p>
      )}
      <p>
        <SwitchButton on={outcomes.on} />
      </p>
    </section>
  )
}

function Compared({ outcomes: { comparison }, since }: { outcomes: OrderOutcomes; since: string }) {
  const { t } = useLingui()
  const formats = useFormats()
  if (!comparison)
    return (
      <p>
        <Trans>
          In use since {formats.dayAndTime(since)}. Not enough data yet: it takes at least 30 members per group and a
          week.
        </Trans>
      </p>
    )
  return (
    <dl className="grid gap-3">
      <Measure name={t`Matches per 100 profiles shown`} measure={comparison.matches} />
      <Measure name={t`Matches with messages from both, per 100 profiles shown`} measure={comparison.replies} />
    </dl>
  )
}

/** An interval that includes zero isn't a finding. */
function Measure({ name, measure }: { name: string; measure: OutcomeMeasure | null }) {
  const { t, i18n } = useLingui()
  const figure = (value: number) => i18n.number(value, { maximumFractionDigits: 2 })
  const signed = (value: number) => i18n.number(value, { maximumFractionDigits: 2, signDisplay: 'exceptZero' })
  const verdictOf = ({ low, high }: OutcomeMeasure) =>
    low > 0 ? t({ message: 'More', context: 'comparison' }) : high < 0 ? t`Fewer` : t`No clear difference`
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="m-0 grid">
        {measure ? (
          <>
            <span>{verdictOf(measure)}</span>
            <span className="text-small text-muted">
              <Trans>
                With: {figure(measure.learned)}. Without: {figure(measure.heldOut)}. The difference is{' '}
                {signed(measure.difference)}, with a 95% interval from {signed(measure.low)} to {signed(measure.high)}.
              </Trans>
            </span>
          </>
        ) : (
          t`One group has fewer than 10, which is too few to compare.`
        )}
      </dd>
    </div>
  )
}

function SwitchButton({ on }: { on: boolean }) {
  const { t } = useLingui()
  const change = useSwitchOutcomes(on ? t`Turned off. The ranking no longer uses match outcomes.` : t`Turned on.`)
  return (
    <Button tone="quiet" busy={change.isPending} onClick={() => change.mutate(!on)}>
      {on ? t`Turn off` : t`Turn on`}
    </Button>
  )
}
