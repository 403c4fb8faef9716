import { fromUnits, inUnits, writtenAmount } from '@kindred/contract/billing/currencies'
import { currencyCodes } from '@kindred/contract/billing/currency-codes'
import { planNames, plans } from '@kindred/contract/billing/subscriptions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/tick.tsx'
import { useSettings } from '../../api/settings.ts'
import { usePlanWords } from '../../api/plan-words.ts'
import { NumberField } from './number-field.tsx'
import type { Draft, Editing } from './use-configuration.ts'
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
          <NumberField
            key={plan}
            label={t`${names[plan]} (days)`}
            min={0}
            max={90}
            value={draft.trialDays[plan]}
            error={problem(`trialDays.${plan}`)}
            onChange={(days) => change({ trialDays: { ...draft.trialDays, [plan]: days } })}
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
      <NumberField
        label={t`Conversations waiting for a reply`}
        min={0}
        max={100}
        value={draft.yourTurnLimit}
        error={problem('yourTurnLimit')}
        onChange={(yourTurnLimit) => change({ yourTurnLimit })}
      />
    </section>
  )
}

/** When the currency changes, prices keep their numbers, rounded where it has no cents. */
function CurrencyField({ draft, change, problem }: Editing) {
  const { t, i18n } = useLingui()
  const names = new Intl.DisplayNames(i18n.locale, { type: 'currency' })
  /** The name of a former currency has its years, and a code that the browser doesn’t know stays one. */
  const isOffered = (code: string) => code === draft.currency || !/^\w{3}$|\d{4}/.test(names.of(code) ?? code)
  const [typed, setTyped] = useState<Pick<Draft, 'currency' | 'prices'> & { shown: Draft['prices'] }>()
  const choose = (currency: string) => {
    // On the way through the list, prices are rounded once at most.
    const from = typed?.shown === draft.prices ? typed : draft
    const convert = (amount: number) => fromUnits(inUnits(amount, from.currency), currency)
    const { monthly, quarterly, annual } = from.prices
    const prices = { monthly: convert(monthly), quarterly: convert(quarterly), annual: convert(annual) }
    setTyped({ currency: from.currency, prices: from.prices, shown: prices })
    change({ currency, prices })
  }
  return (
    <SelectField
      label={t`Currency`}
      hint={t`Prices aren’t converted: check each one. Current subscriptions stay in their currency.`}
      value={draft.currency}
      error={problem('currency')}
      onChange={({ target }) => choose(target.value)}
    >
      {currencyCodes.filter(isOffered).map((code) => (
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
          <NumberField
            key={`${plan}:${currency}`}
            label={`${names[plan]} (${currency})`}
            isAmount
            hint={Number.isFinite(draft.prices[plan]) && t`${money(draft.prices[plan] / plans[plan].months)} per month`}
            value={draft.prices[plan]}
            parse={(units) => fromUnits(units, currency)}
            write={(amount) => writtenAmount(amount, currency)}
            error={problem(`prices.${plan}`)}
            onChange={(next) => change({ prices: { ...draft.prices, [plan]: next } })}
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
