import { planNames, plans, type PlanName } from '@kindred/contract/billing/subscriptions'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { usePlanWords } from '../../api/plan-words.ts'
import { money, perMonth, usePrices } from './price.ts'

type Props = {
  chosen: PlanName
  onChoose: (plan: PlanName) => void
  /** What else is to be said of a plan. */
  children?: (plan: PlanName) => ReactNode
}

/** Three plans side by side, each with what a month and the whole of it cost. */
export function Plans({ chosen, onChoose, children }: Props) {
  const { t } = useLingui()
  const words = usePlanWords()
  const priceOf = usePrices()
  return (
    <fieldset>
      <legend className="sr">{t`Plan`}</legend>
      <div className="plans">
        {planNames.map((plan) => (
          <label key={plan} className="plan">
            <input type="radio" name="plan" checked={chosen === plan} onChange={() => onChoose(plan)} />
            <b>{words[plan]}</b>
            <span className="price">
              <Trans>{money(perMonth(plan, priceOf(plan)))} a month</Trans>
            </span>
            <span className="small muted">
              {plans[plan].months === 1
                ? t`Paid each month.`
                : t`${money(priceOf(plan))} every ${plans[plan].months} months.`}
            </span>
            {children?.(plan)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
