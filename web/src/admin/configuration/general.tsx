import { CURRENCY, planNames, plans } from '@kindred/contract/billing/subscriptions'
import { Trans, useLingui } from '@lingui/react/macro'
import { TextField } from '../../ui/field.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { usePlanWords } from '../../api/plan-words.ts'
import type { Editing } from './use-configuration.ts'

/** What this place is called, and where one writes to. */
export function Names({ draft, change, problem }: Editing) {
  const { t } = useLingui()
  return (
    <section className="card grid gap-4">
      <h2>
        <Trans>Name and address</Trans>
      </h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t`Name`}
          hint={t`Shown on every page and in every email.`}
          maxLength={40}
          value={draft.brand}
          error={problem('brand')}
          onChange={({ target }) => change({ brand: target.value })}
        />
        <TextField
          label={t`Support address`}
          type="email"
          hint={t`The address that “Contact Support” uses.`}
          value={draft.supportEmail}
          error={problem('supportEmail')}
          onChange={({ target }) => change({ supportEmail: target.value })}
        />
      </div>
    </section>
  )
}

const inUnits = (cents: number) => (cents / 100).toFixed(2)

/** The length of the free trial for people who haven't had premium. */
export function Trials({ draft, change, problem }: Editing) {
  const { t } = useLingui()
  const names = usePlanWords()
  return (
    <section className="card grid gap-4">
      <h2>
        <Trans>Trials</Trans>
      </h2>
      <p className="text-muted">
        <Trans>
          Trial length in days, for people new to Premium. A card is required up front. Enter 0 for no trial.
        </Trans>
      </p>
      <div className="grid gap-4 sm:grid-cols-3">
        {planNames.map((plan) => (
          <TextField
            key={plan}
            label={t`${names[plan]} (days)`}
            type="number"
            min={0}
            max={90}
            value={draft.trialDays[plan]}
            error={problem(`trialDays.${plan}`)}
            onChange={({ target }) => change({ trialDays: { ...draft.trialDays, [plan]: Number(target.value) } })}
          />
        ))}
      </div>
    </section>
  )
}

/** The prices of the plans for new subscriptions. */
export function Prices({ draft, change, problem }: Editing) {
  const { t } = useLingui()
  const formats = useFormats()
  const names = usePlanWords()
  const money = (cents: number) => formats.price(cents, CURRENCY)
  return (
    <section className="card grid gap-4">
      <h2>
        <Trans>Prices</Trans>
      </h2>
      <p className="text-muted">
        <Trans>For new subscriptions and plan changes. Current subscribers keep their price.</Trans>
      </p>
      <div className="grid gap-4 sm:grid-cols-3">
        {planNames.map((plan) => (
          <TextField
            key={`${plan}:${draft.prices[plan] === undefined}`}
            label={`${names[plan]} (${CURRENCY})`}
            type="number"
            min={0.5}
            max={1000}
            step={0.01}
            hint={t`${money(draft.prices[plan] / plans[plan].months)} per month`}
            defaultValue={inUnits(draft.prices[plan])}
            error={problem(`prices.${plan}`)}
            onChange={({ target }) =>
              change({ prices: { ...draft.prices, [plan]: Math.round(Number(target.value) * 100) } })
            }
          />
        ))}
      </div>
    </section>
  )
}
