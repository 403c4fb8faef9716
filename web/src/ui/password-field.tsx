import { useLingui } from '@lingui/react/macro'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { inputClass, useFrame, type TextProps } from './field.tsx'

/** A password field with a button to show the password: showing it prevents more mistakes than it causes harm. */
export function PasswordField({ label, hint, error, optional, ...input }: Omit<TextProps, 'type'>) {
  const { t } = useLingui()
  const { frame, control } = useFrame({ label, hint, error, ...(optional ? { optional } : {}) })
  const [visible, setVisible] = useState(false)
  return frame(
    <span className="relative block">
      <input className={`${inputClass} pe-12!`} type={visible ? 'text' : 'password'} {...control} {...input} />
      <button
        type="button"
        className="absolute inset-y-0 inset-e-0 grid w-12 place-items-center border-0 bg-transparent text-muted"
        aria-label={visible ? t`Hide password` : t`Show password`}
        aria-pressed={visible}
        onClick={() => setVisible(!visible)}
      >
        {visible ? <EyeOff size={20} /> : <Eye size={20} />}
      </button>
    </span>,
  )
}
