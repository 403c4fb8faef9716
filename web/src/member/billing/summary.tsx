import { planNames, plans, type PlanName } from '@kindred/contract/billing/subscriptions'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { usePlanWords } from '../../api/plan-words.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { afterMonths } from '../../ui/after-months.ts'
import { Segments } from '../../ui/segments.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { askFor } from './requested-plan.ts'
import { useMoney, usePrices, useTrials } from './price.ts'
import type { Started } from './started.ts'
import { inDays } from './use-checkout.ts'

type Props = { plan: PlanName; started: Started | undefined }

export function Summary({ plan, started }: Props) {
  const { t } = useLingui()
  const words = usePlanWords()
  const trialOf = useTrials()
  const days = started ? (started.for === 'trial' ? started.days : 0) : trialOf(plan)
  const choose = (next: PlanName) => {
    askFor(next)
    void navigate({ to: paths.checkout, search: { plan: next }, replace: true })
  }
  return (
    <div className="grid gap-4">
      <Segments className="max-w-full flex-wrap justify-self-start max-sm:*:px-3!" label={t`Plan`}>
        {planNames.map((each) => (
          <button key={each} type="button" aria-pressed={plan === each} onClick={() => choose(each)}>
            {words[each]}
          </button>
        ))}
      </Segments>
      {days > 0 ? <Trial plan={plan} started={started} days={days} /> : <Price plan={plan} started={started} />}
    </div>
  )
}

function usePrice(plan: PlanName, started: Started | undefined): string {
  const priceOf = usePrices()
  const money = useMoney()
  return started && started.for !== 'later' ? money(started.amount, started.currency) : money(priceOf(plan))
}

function Price({ plan, started }: Props) {
  const formats = useFormats()
  const words = usePlanWords()
  const price = usePrice(plan, started)
  const { months } = plans[plan]
  const next = formats.longDay(inMonths(months))
  return (
    <div className="grid gap-1">
      <p className="text-lead">
        {words[plan]}: {price}
      </p>
      <p className="text-muted">
        <Trans>
          You pay {price} today, then again every <Plural value={months} one="month" other="# months" />. Your next
          payment is on {next}.
        </Trans>
      </p>
    </div>
  )
}

/** Shows the date of the first payment before a card is entered. */
function Trial({ plan, started, days }: Props & { days: number }) {
  const formats = useFormats()
  const words = usePlanWords()
  const price = usePrice(plan, started)
  const until = formats.longDay(started?.for === 'trial' ? started.until : inDays(days))
  return (
    <div className="grid gap-1">
      <p className="text-lead">
        <Trans>
          {words[plan]}: <Plural value={days} one="# day free" other="# days free" />, then {price}
        </Trans>
      </p>
      <p className="text-muted">
        <Trans>
          You won’t be charged today. We’ll charge your card on {until} unless you cancel first. It takes one click.
          We’ll email you a few days ahead.
        </Trans>
      </p>
    </div>
  )
}

const inMonths = (months: number): Date => afterMonths(new Date(), months)
