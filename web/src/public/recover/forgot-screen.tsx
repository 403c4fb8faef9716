import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { addresses } from '../../api/verification-client.ts'
import { errorText } from '../../api/error-text.ts'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { usePage } from '../../ui/page.ts'
import { ErrorNote } from '../../ui/pieces.tsx'
import { EntryLayout } from '../layout/entry-layout.tsx'

export default function ForgotScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const [error, setError] = useState<string>()
  usePage(t`Reset your password`, brand)
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
        title={<Trans>Check your email</Trans>}
        lead={<Trans>If {email} has an account here, we’ve sent a link to it. The link expires in 15 minutes.</Trans>}
      >
        <Link to={paths.signin} className={buttonClass('quiet', 'lg')}>
          <Trans>Back to sign in</Trans>
        </Link>
      </EntryLayout>
    )
  return (
    <EntryLayout
      title={<Trans>Reset your password</Trans>}
      lead={<Trans>Enter your email address, and we’ll send you a link.</Trans>}
    >
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
        <Button type="submit" size="lg" block busy={busy}>
          <Trans>Send link</Trans>
        </Button>
      </form>
    </EntryLayout>
  )
}
