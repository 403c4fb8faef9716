import { planNames, plans, type PlanName } from '@kindred/contract/billing/subscriptions'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.ts'
import { usePlanWords } from '../../api/plan-words.ts'
import { perMonth, useMoney, usePrices } from './price.ts'

type Props = {
  chosen: PlanName
  onChoose: (plan: PlanName) => void
  children?: (plan: PlanName) => ReactNode
}

export function Plans({ chosen, onChoose, children }: Props) {
  const { t } = useLingui()
  const words = usePlanWords()
  const priceOf = usePrices()
  const money = useMoney()
  const { currency } = useSettings()
  return (
    <fieldset>
      <legend className="sr-only">{t`Plan`}</legend>
      <div className="grid grid-cols-[repeat(3,1fr)] gap-4 phone:grid-cols-[1fr] phone:gap-3">
        {planNames.map((plan) => (
          <label
            key={plan}
            className={
              'relative grid cursor-pointer gap-1 rounded-lg bg-surface p-5 shadow-[0_0_0_1px_var(--line-strong)] ' +
              'has-checked:shadow-[0_0_0_2px_var(--accent)]'
            }
          >
            <input
              className="absolute top-5 inset-e-5 m-0"
              type="radio"
              name="plan"
              checked={chosen === plan}
              onChange={() => onChoose(plan)}
            />
            <b>{words[plan]}</b>
            <span className="font-display text-title font-[640] tracking-[-0.02em]">
              <Trans>{money(perMonth(plan, priceOf(plan), currency))} a month</Trans>
            </span>
            <span className="text-small text-muted">
              {plans[plan].months === 1
                ? t`Billed monthly.`
                : t`${money(priceOf(plan))} every ${plural(plans[plan].months, { one: 'month', other: '# months' })}.`}
            </span>
            {children?.(plan)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
