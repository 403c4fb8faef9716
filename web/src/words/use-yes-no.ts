import { useLingui } from '@lingui/react/macro'

export function useYesNo(): Record<'yes' | 'no', string> {
  const { t } = useLingui()
  return { yes: t`Yes`, no: t`No` }
}
