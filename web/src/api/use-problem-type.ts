import { useLingui } from '@lingui/react/macro'

export function useProblemType(): (type: string) => string {
  const { t } = useLingui()
  const names: Record<string, string> = {
    'Technical Issue': t`Technical Issue`,
    'Bug Report': t`Bug Report`,
    'Inappropriate Content': t`Inappropriate Content`,
    Harassment: t`Harassment`,
    'Account Issue': t`Account Issue`,
    'Payment Problem': t`Payment Problem`,
    Other: t`Other`,
  }
  return (type) => names[type] ?? type
}
