import { useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import type { SignIn } from './use-sign-in.ts'
import { usePasskeysWork } from '../../api/settings.ts'
import type { PasskeyButtonProps } from './passkey-button.tsx'

const PasskeyButton = lazy(() => import('./passkey-button.tsx'))

/** Sign-in with a passkey. The code loads only where passkeys work. */
const PasskeyWay = (props: PasskeyButtonProps) =>
  usePasskeysWork() && (
    <Suspense>
      <PasskeyButton {...props} />
    </Suspense>
  )

type Props = { state: SignIn; size?: 'md' | 'lg'; password?: ReactNode; action: ReactNode }

/** The form of both steps. Members and administrators have their own password fields and button texts. */
export function SignInForm({ state, size = 'md', password, action }: Props) {
  'use no memo' // Every keystroke changes all of it, so memoizing would only add code.
  const { t } = useLingui()
  const { field, challenge, error } = state
  return (
    <form className="grid gap-5" onSubmit={state.submit}>
      <ErrorNote>{error}</ErrorNote>
      {!challenge && (
        <>
          <TextField label={t`Email`} type="email" autoComplete="username" {...field('email')} />
          {password}
        </>
      )}
      {challenge && state.hasCode && (
        <TextField
          label={t`Code`}
          hint={t`The 6-digit code from your authenticator app, or a recovery code.`}
          autoComplete="one-time-code"
          autoFocus
          {...field('code')}
        />
      )}
      {state.hasCode && (
        <Button type="submit" size={size} block busy={state.busy}>
          {action}
        </Button>
      )}
      <PasskeyWay challenge={challenge} size={size} onResult={state.finish} onNoCode={() => state.setHasCode(false)} />
    </form>
  )
}
