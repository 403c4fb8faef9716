import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { useSettings } from '../../api/settings.ts'
import { landing, paths } from '../../paths.ts'
import { clearError, signIn, type SignInResult } from '../../session/actions.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { usePage } from '../../ui/page.ts'
import { Note } from '../../ui/pieces.tsx'
import { EntryLayout } from '../layout/entry-layout.tsx'
import { PasskeyWay } from './passkey-way.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { SecondStep } from './second-step.tsx'

export default function SignInScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const { from } = useSearch({ from: '/signin' })
  const navigate = useNavigate()
  const [challenge, setChallenge] = useState<string>()
  usePage(t`Sign in`, brand)

  const finish = (result: SignInResult) => {
    if ('challenge' in result) setChallenge(result.challenge)
    if ('signedIn' in result) void navigate({ href: landing(result.signedIn, from), replace: true })
  }
  return (
    <EntryLayout
      title={challenge ? <Trans>One more step</Trans> : <Trans>Welcome back</Trans>}
      lead={challenge ? undefined : <Trans>Sign in to {brand}.</Trans>}
    >
      {challenge ? <SecondStep challenge={challenge} onResult={finish} /> : <FirstStep onResult={finish} />}
      {!challenge && <PasskeyWay size="lg" onResult={finish} />}
      {!challenge && <ProviderButtons from={from} />}
      {!challenge && (
        <p className="text-center text-ink-2">
          <Trans>
            New here? <Link to={paths.join}>Join for free</Link>
          </Trans>
        </p>
      )}
    </EntryLayout>
  )
}

type StepProps = { onResult: (result: SignInResult) => void }

function FirstStep({ onResult }: StepProps) {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const status = useSession((session) => session.status)
  const error = useSession((session) => session.error)
  const edited = (change: (value: string) => void) => (event: { target: { value: string } }) => {
    clearError()
    change(event.target.value)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() !== '' && password !== '' && status !== 'loading') onResult(await signIn(email, password))
  }
  return (
    <form className="grid gap-5" onSubmit={(event) => void submit(event)}>
      {error && (
        <Note tone="danger" live>
          {error}
        </Note>
      )}
      <TextField
        label={t`Email`}
        type="email"
        required
        autoComplete="username"
        value={email}
        onChange={edited(setEmail)}
      />
      <div className="grid gap-2">
        <PasswordField
          label={t`Password`}
          show={t`Show password`}
          hide={t`Hide password`}
          required
          autoComplete="current-password"
          value={password}
          onChange={edited(setPassword)}
        />
        <Link to={paths.forgotPassword} className="text-small justify-self-end text-ink-2">
          <Trans>Forgot your password?</Trans>
        </Link>
      </div>
      <Button type="submit" size="lg" block busy={status === 'loading'}>
        {status === 'loading' ? <Trans>Signing in</Trans> : <Trans>Sign in</Trans>}
      </Button>
    </form>
  )
}
