import type { OrderOutcomes, OutcomeMeasure } from '@kindred/contract/discovery/order'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useSwitchOutcomes } from './use-order.ts'

/** Whether decks consider what comes of matches, and whether that helps. */
export function Outcomes({ outcomes }: { outcomes: OrderOutcomes }) {
  const { t, i18n } = useLingui()
  return (
    <section className="card grid gap-3" aria-labelledby="outcomes">
      <h2 id="outcomes">{outcomes.on ? t`What comes of matches: on` : t`What comes of matches: off`}</h2>
      <p className="max-w-[48rem] text-ink-2">
        <Trans>
          Discover can learn in which matches both write, meet, and would meet again, and show people a little earlier
          where that’s likely. One in ten members doesn’t get this, so that both can be compared. Nobody can see who,
          and nobody’s private answers can be read from the order.
        </Trans>
      </p>
      {outcomes.on && (
        <>
          <p>
            {outcomes.matches === 0
              ? t`It needs 1,000 matches that are at least four weeks old. Until then, nothing changes.`
              : plural(outcomes.matches, { one: 'Learned from # match.', other: 'Learned from # matches.' })}
          </p>
          {outcomes.since !== null && <Compared outcomes={outcomes} since={outcomes.since} />}
        </>
      )}
      {outcomes.comparison && (
        <p className="text-small text-muted">
          <Trans>
            Counted on {i18n.number(outcomes.comparison.cards)} cards with it, and{' '}
            {i18n.number(outcomes.comparison.cardsHeldOut)} without. A card counts a week after it was judged.
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
          In use since {formats.dayAndTime(since)}. There’s too little to compare yet: it takes at least 30 members on
          each side, and a week.
        </Trans>
      </p>
    )
  return (
    <dl className="grid gap-3">
      <Measure name={t`Matches for 100 cards`} measure={comparison.matches} />
      <Measure name={t`Matches in which both wrote, for 100 cards`} measure={comparison.replies} />
    </dl>
  )
}

/** Where the interval has both signs, nothing was found. */
function Measure({ name, measure }: { name: string; measure: OutcomeMeasure | null }) {
  const { t, i18n } = useLingui()
  const figure = (value: number) => i18n.number(value, { maximumFractionDigits: 2 })
  const signed = (value: number) => i18n.number(value, { maximumFractionDigits: 2, signDisplay: 'exceptZero' })
  const verdictOf = ({ low, high }: OutcomeMeasure) =>
    low > 0 ? t`More with it` : high < 0 ? t`Fewer with it` : t`No clear difference`
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="m-0 grid">
        {measure ? (
          <>
            <span>{verdictOf(measure)}</span>
            <span className="text-small text-muted">
              <Trans>
                {figure(measure.learned)} with it, {figure(measure.heldOut)} without. The difference is{' '}
                {signed(measure.difference)}, with a 95% interval from {signed(measure.low)} to {signed(measure.high)}.
              </Trans>
            </span>
          </>
        ) : (
          t`There are fewer than 10 on one side, which is too few to compare.`
        )}
      </dd>
    </div>
  )
}

function SwitchButton({ on }: { on: boolean }) {
  const { t } = useLingui()
  const change = useSwitchOutcomes(on ? t`Turned off. The order no longer considers it.` : t`Turned on.`)
  return (
    <Button tone="quiet" busy={change.isPending} onClick={() => change.mutate(!on)}>
      {on ? t`Turn off` : t`Turn on`}
    </Button>
  )
}
