import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { addresses } from '../../api/verification-client.ts'
import { errorText } from '../../api/error-text.ts'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { EntryLayout } from '../layout/entry-layout.tsx'

export default function ForgotScreen() {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const [error, setError] = useState<string>()
  usePage(t`Reset your password`)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() === '' || busy) return
    setBusy(true)
    setError(undefined)
    await addresses.forgotPassword({ body: { email } }).then(
      () => setSent(true),
      (failure: unknown) => setError(errorText(failure)),
    )
    setBusy(false)
  }
  if (sent)
    return (
      <EntryLayout
        title={t`Check your email`}
        lead={t`If ${email} has an account here, we’ve sent a link to it. The link expires in 15 minutes.`}
      >
        <Link to={paths.signin} className={buttonClass('quiet', 'lg')}>{t`Back to sign in`}</Link>
      </EntryLayout>
    )
  return (
    <EntryLayout title={t`Reset your password`} lead={t`Enter your email address, and we’ll send you a link.`}>
      <form className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <ErrorNote>{error}</ErrorNote>
        <TextField
          label={t`Email`}
          type="email"
          required
          autoComplete="username"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Button type="submit" size="lg" block busy={busy}>{t`Send link`}</Button>
      </form>
    </EntryLayout>
  )
}
