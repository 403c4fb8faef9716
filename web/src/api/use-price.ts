import { inUnits } from '@kindred/contract/billing/currencies'
import { useLingui } from '@lingui/react/macro'

export function usePrice(): (amount: number, currency: string) => string {
  const { i18n } = useLingui()
  return (amount, currency) => i18n.number(inUnits(amount, currency), { style: 'currency', currency })
}
