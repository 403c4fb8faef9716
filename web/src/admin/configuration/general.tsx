import { fromUnits, inUnits, leastOf, stepOf, writtenAmount } from '@kindred/contract/billing/currencies'
import { currencyCodes } from '@kindred/contract/billing/currency-codes'
import { planNames, plans } from '@kindred/contract/billing/subscriptions'
import { Trans, useLingui } from '@lingui/react/macro'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/tick.tsx'
import { useSettings } from '../../api/settings.ts'
import { usePlanWords } from '../../api/plan-words.ts'
import type { Editing } from './use-configuration.ts'
import { usePrice } from '../../api/use-price.ts'

export function Names({ draft, change, problem }: Editing) {
  const { t } = useLingui()
  return (
    <section className="card grid gap-4">
      <h2>{t`Name and address`}</h2>
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

export function Trials({ draft, change, problem }: Editing) {
  const { t } = useLingui()
  const names = usePlanWords()
  return (
    <section className="card grid gap-4">
      <h2>{t`Trials`}</h2>
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

export function YourTurn({ draft, change, problem }: Editing) {
  const { t } = useLingui()
  return (
    <section className="card grid gap-4">
      <h2>{t`Your turn`}</h2>
      <p className="text-muted">
        <Trans>
          Likes are paused while this many conversations wait for a member’s reply, with Premium too. Enter 0 to turn
          this off.
        </Trans>
      </p>
      <TextField
        label={t`Conversations waiting for a reply`}
        type="number"
        min={0}
        max={100}
        value={draft.yourTurnLimit}
        error={problem('yourTurnLimit')}
        onChange={({ target }) => change({ yourTurnLimit: Number(target.value) })}
      />
    </section>
  )
}

/** When the currency changes, prices keep their numbers and have to be entered again. */
function CurrencyField({ draft, change, problem }: Editing) {
  const { t, i18n } = useLingui()
  const names = new Intl.DisplayNames(i18n.locale, { type: 'currency' })
  const choose = (currency: string) => {
    const convert = (amount: number) => fromUnits(inUnits(amount, draft.currency), currency)
    const { monthly, quarterly, annual } = draft.prices
    change({
      currency,
      prices: { monthly: convert(monthly), quarterly: convert(quarterly), annual: convert(annual) },
    })
  }
  return (
    <SelectField
      label={t`Currency`}
      hint={t`Prices aren’t converted: check each one. Current subscriptions stay in their currency.`}
      value={draft.currency}
      error={problem('currency')}
      onChange={({ target }) => choose(target.value)}
    >
      {currencyCodes.map((code) => (
        <option key={code} value={code}>
          {code} · {names.of(code)}
        </option>
      ))}
    </SelectField>
  )
}

export function Prices(editing: Editing) {
  const { draft, change, problem } = editing
  const { currency } = draft
  const { t } = useLingui()
  const price = usePrice()
  const names = usePlanWords()
  const money = (amount: number) => price(amount, currency)
  return (
    <section className="card grid gap-4">
      <h2>{t`Prices`}</h2>
      <p className="text-muted">{t`For new subscriptions and plan changes. Current subscribers keep their price.`}</p>
      <CurrencyField {...editing} />
      <div className="grid gap-4 sm:grid-cols-3">
        {planNames.map((plan) => (
          <TextField
            key={`${plan}:${currency}`}
            label={`${names[plan]} (${currency})`}
            type="number"
            min={inUnits(leastOf(currency), currency)}
            step={inUnits(stepOf(currency), currency)}
            hint={t`${money(draft.prices[plan] / plans[plan].months)} per month`}
            defaultValue={writtenAmount(draft.prices[plan], currency)}
            error={problem(`prices.${plan}`)}
            onChange={({ target }) =>
              change({ prices: { ...draft.prices, [plan]: fromUnits(Number(target.value), currency) } })
            }
          />
        ))}
      </div>
      <AutomaticTax {...editing} />
    </section>
  )
}

function AutomaticTax({ draft, change, problem }: Editing) {
  const { t } = useLingui()
  const { stripePublishableKey } = useSettings()
  const error = problem('automaticTax')
  return (
    <>
      <Switch
        label={t`Automatic tax`}
        hint={
          stripePublishableKey === null
            ? t`Needs Stripe, which isn’t set up here.`
            : t`Prices include tax. Checkout asks for the country, and Stripe works out the tax. For new subscriptions.`
        }
        checked={draft.automaticTax}
        // Automatic tax can still be turned off after Stripe is removed.
        disabled={stripePublishableKey === null && !draft.automaticTax}
        onChange={({ target }) => change({ automaticTax: target.checked })}
      />
      <ErrorNote>{error}</ErrorNote>
    </>
  )
}
