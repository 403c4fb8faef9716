import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { homeOf, paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { clearError, logout } from '../../session/actions.ts'
import { resendVerification, verifyEmail } from '../../session/verification.ts'
import { getSession, useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote, Note } from '../../ui/pieces.tsx'
import { EntryLayout } from '../layout/entry-layout.tsx'

export function ByCode() {
  const { t } = useLingui()
  const user = useSession((session) => session.user)
  const lead = user?.email
    ? t`We sent a 6-digit code to ${user.email}. It expires in 10 minutes.`
    : t`We emailed you a 6-digit code.`
  return (
    <EntryLayout title={t`Confirm your email`} lead={lead}>
      <CodeForm />
      <NewCode />
      {user && <Button tone="ghost" block onClick={() => logout()}>{t`Logout`}</Button>}
    </EntryLayout>
  )
}

function CodeForm() {
  const { t } = useLingui()
  const status = useSession((session) => session.status)
  const error = useSession((session) => session.error)
  const [code, setCode] = useState('')
  const edit = ({ target }: { target: { value: string } }) => {
    clearError()
    setCode(target.value)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const proved = code.trim() !== '' && (await verifyEmail({ code }))
    if (proved) void navigate({ to: proved === 'sign-in' ? paths.signin : homeOf(getSession()), replace: true })
  }
  return (
    <form className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <ErrorNote>{error}</ErrorNote>
      {status === 'resend_succeeded' && (
        <Note tone="positive" live>{t`We’ve sent a new code. The old one no longer works.`}</Note>
      )}
      <TextField
        label={t`Code`}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        onChange={edit}
      />
      <Button type="submit" size="lg" block busy={status === 'loading'}>{t`Confirm`}</Button>
    </form>
  )
}

/** Signed-in users get the code at their address. Others have to enter their address. */
function NewCode() {
  const { t } = useLingui()
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  const busy = useSession((session) => session.status) === 'resend_loading'
  const [email, setEmail] = useState('')
  return (
    <div className="grid gap-3">
      {!isAuthenticated && (
        <TextField
          label={t`Email`}
          type="email"
          hint={t`We’ll send a new code to this address.`}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      )}
      <Button
        tone="quiet"
        block
        busy={busy}
        disabled={!isAuthenticated && email.trim() === ''}
        onClick={() => void resendVerification(isAuthenticated ? undefined : email)}
      >
        {t`Send a new code`}
      </Button>
    </div>
  )
}
