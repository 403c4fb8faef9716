import { useLingui } from '@lingui/react/macro'
import type { TextProps } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

export function CurrentPassword(input: Omit<TextProps, 'label'>) {
  const { t } = useLingui()
  return <PasswordField label={t`Password`} autoComplete="current-password" {...input} />
}
