import { useLingui } from '@lingui/react/macro'

/** Amounts as their reader writes them, such as 12,90 in German. Both separators are understood. */
export function useDecimals() {
  const { i18n } = useLingui()
  const hasComma = i18n.number(1.5) === '1,5'
  return {
    written: (amount: string): string => (hasComma ? amount.replace('.', ',') : amount),
    read: (typed: string): number => Number(typed.replace(',', '.')),
  }
}
