import { planNames, plans, type PlanName } from '@kindred/contract/billing/subscriptions'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.ts'
import { usePlanWords } from '../../api/plan-words.ts'
import { Badge } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
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
  const { percent } = useFormats()
  return (
    <fieldset>
      <legend className="sr-only">{t`Plan`}</legend>
      <div className="grid gap-3">
        {planNames.map((plan) => {
          const each = perMonth(plan, priceOf(plan), currency)
          const saved = 1 - each / priceOf('monthly')
          return (
            <label
              key={plan}
              className={
                'grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 rounded-lg bg-surface ' +
                'px-5 py-4 shadow-[0_0_0_1px_var(--line-strong)] has-checked:shadow-[0_0_0_2px_var(--accent)]'
              }
            >
              <input
                className="m-0"
                type="radio"
                name="plan"
                checked={chosen === plan}
                onChange={() => onChoose(plan)}
              />
              <span className="grid">
                <span className="flex flex-wrap items-center gap-x-2">
                  <b>{words[plan]}</b>
                  {saved >= 0.01 && <Badge tone="positive">{t`Save ${percent(saved)}`}</Badge>}
                </span>
                <span className="text-small text-muted">
                  {plans[plan].months === 1
                    ? t`Billed monthly.`
                    : t`${money(priceOf(plan))} every ${plural(plans[plan].months, { one: 'month', other: '# months' })}.`}
                </span>
                {children?.(plan)}
              </span>
              <span className="text-lead font-semibold">
                <Trans>{money(each)} a month</Trans>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
