import { normalized } from '@kindred/contract'
const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })
export const countryName = (code: string): string => countryNames.of(code) ?? code

export const keyOf = (name: string): string =>
  normalized(name, 'NFKD')
    .replace(/[\p{M}\p{P}]/gu, '')
    .toLowerCase()
    .trim()
