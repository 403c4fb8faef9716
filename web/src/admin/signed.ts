import { useLingui } from '@lingui/react'
import { formatsOf } from '../ui/formats.ts'

type Writer = Parameters<typeof formatsOf>[0]

/** Numbers and shares with their sign, which stays on its side among Arabic letters. */
export function signedOf(i18n: Writer) {
  const { isolated } = formatsOf(i18n)
  return {
    signed: (value: number) => isolated(i18n.number(value, { signDisplay: 'exceptZero' })),
    signedPercent: (share: number) => isolated(i18n.number(share, { style: 'percent', signDisplay: 'exceptZero' })),
  }
}

export const useSigned = () => signedOf(useLingui().i18n)
