import { countryCodes } from '@kindred/contract/billing/country-codes'
import type { TaxLocation } from '@kindred/contract/billing/tax-location'
import { useLingui } from '@lingui/react/macro'
import { useMemo, type FormEvent } from 'react'
import { useSession } from '../../session/store.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'

/** The key under which this form is stored until the payment is made. */
export const LOCATION_FORM = 'checkout'

function useCountries(): (readonly [code: string, name: string])[] {
  const { i18n } = useLingui()
  const { locale } = i18n
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    const { compare } = new Intl.Collator(locale)
    return countryCodes
      .map((code) => [code, names.of(code) ?? code] as const)
      .toSorted(([, one], [, other]) => compare(one, other))
  }, [locale])
}

/** The code of a country by its English name, which profiles store. */
const codeOf = (country: string | null | undefined): string => {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return countryCodes.find((code) => names.of(code) === country) ?? ''
}

/** The member's country, which determines the tax in the price. */
export function LocationForm({ onKnown }: { onKnown: (location: TaxLocation) => void }) {
  const { t } = useLingui()
  const countries = useCountries()
  const own = useSession(({ user }) => codeOf(user?.location.country))
  const { value, change } = useFormDraft(LOCATION_FORM, { country: own, postalCode: '' })
  const { country, postalCode } = value
  const isNeeded = country === 'US' || country === 'CA'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onKnown({ country, ...(postalCode.trim() ? { postalCode: postalCode.trim() } : {}) })
  }
  return (
    <form className="card grid gap-4" onSubmit={submit}>
      <p className="text-muted">{t`Prices include tax. Where you live decides how much of it is tax.`}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t`Country`}
          autoComplete="country"
          required
          value={country}
          onChange={({ target }) => change({ country: target.value })}
        >
          <option value="">{t`Choose a country`}</option>
          {countries.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t`Postal code`}
          autoComplete="postal-code"
          maxLength={16}
          required={isNeeded}
          {...(isNeeded ? {} : { optional: t`(optional)` })}
          value={postalCode}
          onChange={({ target }) => change({ postalCode: target.value })}
        />
      </div>
      <Button type="submit" size="lg" className="justify-self-start">{t`Continue`}</Button>
    </form>
  )
}
