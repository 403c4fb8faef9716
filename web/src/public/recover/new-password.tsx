import { useLingui } from '@lingui/react/macro'
import { PasswordField } from '../../ui/password-field.tsx'

type Props = { value: string; onChange: (password: string) => void; error: string | undefined }

export function NewPassword({ value, onChange, error }: Props) {
  const { t } = useLingui()
  return (
    <PasswordField
      label={t`New password`}
      error={error}
      hint={t`At least 8 characters. A few words are easy to remember and hard to guess.`}
      required
      autoComplete="new-password"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
