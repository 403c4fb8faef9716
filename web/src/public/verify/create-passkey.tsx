import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { settings } from '../../api/member-client.ts'
import { usePasskeysWork } from '../../api/settings.ts'
import { addPasskey } from '../../session/passkeys.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { JOIN_STEPS } from '../../ui/step-count.ts'
import { Step } from '../../ui/step-frame.tsx'
import { StepLayout } from '../layout/step-layout.tsx'
import { NewPassword } from '../recover/new-password.tsx'

type Props = { onDone: () => void }

/**
 * The way to sign in, for those who joined with a passkey: its browser creates it here. Anyone who can't, or doesn't want
 * to after all, sets a password.
 */
export function CreatePasskey({ onDone }: Props) {
  const work = usePasskeysWork()
  const [byPassword, setByPassword] = useState(!work)
  return (
    <StepLayout step={JOIN_STEPS} back={byPassword && work ? () => setByPassword(false) : undefined}>
      {byPassword ? <SetPassword onDone={onDone} /> : <Create onDone={onDone} onPassword={() => setByPassword(true)} />}
    </StepLayout>
  )
}

function useTry(onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const run = async (work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    await work().then(onDone, setError)
    setBusy(false)
  }
  return { busy, error, run }
}

function Create({ onDone, onPassword }: Props & { onPassword: () => void }) {
  const { t } = useLingui()
  const { busy, error, run } = useTry(onDone)
  return (
    <Step
      title={t`Create your passkey`}
      lead={t`Sign in with your fingerprint, face or screen lock. No password or code needed.`}
      foot={
        <>
          <Button size="lg" block busy={busy} onClick={() => void run(addPasskey)}>{t`Create passkey`}</Button>
          <Button tone="ghost" size="lg" block disabled={busy} onClick={onPassword}>{t`Set a password instead`}</Button>
        </>
      }
    >
      <ErrorNote>{error !== undefined && errorText(error)}</ErrorNote>
    </Step>
  )
}

function SetPassword({ onDone }: Props) {
  const { t } = useLingui()
  const email = useSession(({ user }) => user?.email)
  const [password, setPassword] = useState('')
  const { busy, error, run } = useTry(onDone)
  const isWeak = error instanceof CallFailed && error.is('weak_password')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') void run(() => settings.changePassword({ body: { password } }))
  }
  return (
    <Step
      isTyped
      title={t`Choose a password`}
      lead={t`You can add a passkey later in your settings.`}
      onSubmit={submit}
      foot={<Button type="submit" size="lg" block busy={busy}>{t`Save password`}</Button>}
    >
      <ErrorNote>{error !== undefined && !isWeak && errorText(error)}</ErrorNote>
      {/* Password managers save the password for this address. */}
      <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
      <NewPassword value={password} onChange={setPassword} error={isWeak ? errorText(error) : undefined} />
    </Step>
  )
}
