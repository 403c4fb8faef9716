import { useLingui } from '@lingui/react'
import { formatsOf } from '../ui/formats.ts'

type Writer = Parameters<typeof formatsOf>[0]

/** Signed numbers and percentages, isolated so that the sign stays on its side in Arabic text. */
export function signedOf(i18n: Writer) {
  const { isolated } = formatsOf(i18n)
  return {
    signed: (value: number) => isolated(i18n.number(value, { signDisplay: 'exceptZero' })),
    signedPercent: (share: number) => isolated(i18n.number(share, { style: 'percent', signDisplay: 'exceptZero' })),
  }
}

export const useSigned = () => signedOf(useLingui().i18n)
