import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, type FormEvent } from 'react'
import { addresses } from '../../api/verification-client.ts'
import { errorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { clearSession } from '../../session/store.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Note } from '../../ui/pieces.tsx'
import { NewPassword } from './new-password.tsx'
import { EntryLayout } from '../layout/entry-layout.tsx'

/** The link's secret, which is kept in memory only while the page is open. */
function useReset() {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  const [password, setPassword] = useState('')
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking')
  const [error, setError] = useState<unknown>()
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '' || state === 'busy') return
    setState('busy')
    setError(undefined)
    try {
      await addresses.resetPassword({ body: { token, password } })
      clearSession({ goTo: paths.resetPassword })
      setState('done')
    } catch (failure) {
      setError(failure)
      setState('asking')
    }
  }
  const weak = error instanceof CallFailed && error.is('weak_password')
  return {
    password,
    setPassword,
    submit,
    state,
    refused: weak ? undefined : error,
    weak: weak ? errorText(error) : undefined,
  }
}

export default function ResetScreen() {
  const { t } = useLingui()
  const { password, setPassword, submit, state, refused, weak } = useReset()
  usePage(t`Choose a new password`)
  if (state === 'done') return <Changed />
  return (
    <EntryLayout title={t`Choose a new password`}>
      <form className="grid gap-5" onSubmit={(event) => void submit(event)}>
        {refused !== undefined && (
          <Note tone="danger" live>
            <p>{errorText(refused)}</p>
            <Link to={paths.forgotPassword}>{t`Get a new link`}</Link>
          </Note>
        )}
        <NewPassword value={password} onChange={setPassword} error={weak} />
        <Button type="submit" size="lg" block busy={state === 'busy'}>{t`Change password`}</Button>
      </form>
    </EntryLayout>
  )
}

const Changed = () => (
  <EntryLayout
    title={<Trans>Your password has been changed</Trans>}
    lead={<Trans>You’ve been signed out everywhere. Sign in with your new password.</Trans>}
  >
    <Link to={paths.signin} className={buttonClass('primary', 'lg')}>
      <Trans>Sign in</Trans>
    </Link>
  </EntryLayout>
)
