import type { Recovery } from '@kindred/contract/identity/recovery'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { usePage } from '../../api/settings.ts'
import { addresses } from '../../api/verification-client.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { clearSession } from '../../session/store.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Note, Spinner } from '../../ui/pieces.tsx'
import { EntryLayout } from '../layout/entry-layout.tsx'
import { KeepOrRemove } from './keep-or-remove.tsx'

type State = { opened: Recovery } | { problem: string } | 'finished'

/** “This wasn’t me”: opening the link recovers the account immediately. The owner then chooses what to keep. */
function useRecovery() {
  const [state, setState] = useState<State>()
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
    // Removes the secret from the address bar and the history.
    history.replaceState(history.state, '', location.pathname)
    addresses.openRecovery({ body: { token } }).then(
      ({ data }) => {
        clearSession({ goTo: location.pathname })
        setState({ opened: data })
      },
      (error: unknown) => setState({ problem: errorText(error) }),
    )
  }, [])
  return { state, finish: () => setState('finished') }
}

export default function TakeBackScreen() {
  const { t } = useLingui()
  const { state, finish } = useRecovery()
  usePage(t`Take back your account`)
  if (state === 'finished') return <Finished />
  if (state && 'opened' in state) return <KeepOrRemove opened={state.opened} onDone={finish} />
  return (
    <EntryLayout title={t`Take back your account`}>
      {state ? (
        <>
          <Note tone="danger" live>
            {state.problem}
          </Note>
          <Link to={paths.forgotPassword} className={buttonClass('primary', 'lg')}>{t`Choose a new password`}</Link>
        </>
      ) : (
        <Spinner label={t`One moment`} />
      )}
    </EntryLayout>
  )
}

const Finished = () => (
  <EntryLayout
    title={<Trans>Your account is yours again</Trans>}
    lead={<Trans>Everyone is signed out, and only what you kept still works. Sign in to continue.</Trans>}
  >
    <Link to={paths.signin} className={buttonClass('primary', 'lg')}>
      <Trans>Sign in</Trans>
    </Link>
  </EntryLayout>
)
