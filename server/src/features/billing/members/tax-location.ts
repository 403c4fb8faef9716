import { ApiError, say, type Said, type TaxLocation } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Payer } from '../../../infra/payments/gateway.ts'
import { configurationOf } from '../../operations/index.ts'
import type { SubscriptionRow } from '../subscriptions.sql.ts'

// With automatic tax, the gateway calculates the tax that is part of each price from where the payer lives. A
// subscription keeps the location that it was bought with; one that was bought without goes on without tax.

type TaxColumns = Pick<SubscriptionRow, 'tax_country' | 'tax_postal_code'>

const refused = (field: string, msg: Said) =>
  new ApiError('invalid_request', msg, { errors: [{ path: `location.${field}`, msg }] })

/** What a new subscription says about tax. */
export async function taxColumnsFor(context: Deps, location: TaxLocation | undefined): Promise<TaxColumns> {
  const isOn = (await configurationOf(context)).automaticTax && context.payments.name === 'stripe'
  if (!isOn) return { tax_country: null, tax_postal_code: null }
  if (!location) throw refused('country', say('Choose your country. It decides the tax that’s included.'))
  return { tax_country: location.country, tax_postal_code: location.postalCode ?? null }
}

/** Tells the gateway where the payer lives, before they pay or give a card. */
export async function saveTaxLocation({ payments }: Deps, { customer }: Payer, row: TaxColumns): Promise<void> {
  const { tax_country: country, tax_postal_code: postalCode } = row
  if (country && !(await payments.locate(customer, { country, postalCode })))
    throw refused('postalCode', say('We don’t recognize this postal code. Please check it and your country.'))
}
