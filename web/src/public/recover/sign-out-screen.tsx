import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { addresses } from '../../api/verification-client.ts'
import { errorText } from '../../api/error-text.ts'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { clearSession } from '../../session/store.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { usePage } from '../../ui/page.ts'
import { ErrorNote } from '../../ui/pieces.tsx'
import { EntryLayout } from '../layout/entry-layout.tsx'

/** Where the link in a warning leads. It waits for a click, because mail scanners open links on their own. */
export default function SignOutScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking')
  const [error, setError] = useState<string>()
  usePage(t`Sign out everywhere`, brand)
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])
  const signOut = async () => {
    setState('busy')
    setError(undefined)
    try {
      await addresses.signOutEverywhere({ body: { token } })
      clearSession({ goTo: paths.signOut })
      setState('done')
    } catch (failure) {
      setError(errorText(failure))
      setState('asking')
    }
  }
  if (state === 'done')
    return (
      <EntryLayout
        title={<Trans>You’re signed out everywhere</Trans>}
        lead={<Trans>If someone else may know your password, choose a new one before you sign in again.</Trans>}
      >
        <Link to={paths.forgotPassword} className={buttonClass('primary', 'lg')}>
          <Trans>Choose a new password</Trans>
        </Link>
        <Link to={paths.signin} className={buttonClass('quiet', 'lg')}>
          <Trans>Sign in</Trans>
        </Link>
      </EntryLayout>
    )
  return (
    <EntryLayout
      title={<Trans>Sign out everywhere?</Trans>}
      lead={<Trans>This ends every session on all devices, including this one.</Trans>}
    >
      <ErrorNote>{error}</ErrorNote>
      <Button size="lg" block busy={state === 'busy'} onClick={() => void signOut()}>
        <Trans>Sign out everywhere</Trans>
      </Button>
    </EntryLayout>
  )
}
