import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { addresses } from '../../api/verification-client.ts'
import { errorText } from '../../api/error-text.ts'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { clearSession } from '../../session/store.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { EntryLayout } from '../layout/entry-layout.tsx'

/** The page that the link in a warning email opens. It waits for a click, because mail scanners follow links. */
export default function SignOutScreen() {
  const { t } = useLingui()
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking')
  const [error, setError] = useState<string>()
  usePage(t`Sign out everywhere`)
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
        title={t`You’re signed out everywhere`}
        lead={t`If someone else may know your password, choose a new one before you sign in again.`}
      >
        <Link to={paths.forgotPassword} className={buttonClass('primary', 'lg')}>{t`Choose a new password`}</Link>
        <Link to={paths.signin} className={buttonClass('quiet', 'lg')}>{t`Sign in`}</Link>
      </EntryLayout>
    )
  return (
    <EntryLayout title={t`Sign out everywhere?`} lead={t`This ends every session on all devices, including this one.`}>
      <ErrorNote>{error}</ErrorNote>
      <Button size="lg" block busy={state === 'busy'} onClick={() => void signOut()}>{t`Sign out everywhere`}</Button>
    </EntryLayout>
  )
}
