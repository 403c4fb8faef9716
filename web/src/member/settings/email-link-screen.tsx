import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { settings } from '../../api/member-client.ts'
import { errorText } from '../../api/error-text.ts'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { refreshProfile } from '../../session/actions.ts'
import { buttonClass } from '../../ui/button.tsx'
import { usePage } from '../../ui/page.ts'
import { Note, Spinner } from '../../ui/pieces.tsx'

type Purpose = 'confirm' | 'undo' | 'keep'
const purposeOf = (pathname: string): Purpose =>
  pathname.endsWith('/undo') ? 'undo' : pathname.endsWith('/keep') ? 'keep' : 'confirm'

/** Uses up the link, and says what came of it. */
async function follow(purpose: Purpose, token: string): Promise<'confirmed' | 'undone' | 'kept'> {
  const body = { token }
  if (purpose === 'keep') {
    await settings.keepEmail({ body })
    return 'kept'
  }
  await (purpose === 'undo' ? settings.undoEmail({ body }) : settings.confirmEmail({ body }))
  return purpose === 'undo' ? 'undone' : 'confirmed'
}

/** Where the links about a change of address lead: to use the new one, to take it back, or to keep the present one. */
export default function EmailLinkScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const [purpose] = useState(() => purposeOf(location.pathname))
  const [outcome, setOutcome] = useState<'confirmed' | 'undone' | 'kept'>()
  const [problem, setProblem] = useState<string>()
  const started = useRef(false)
  usePage(t`Email`, brand)
  useEffect(() => {
    if (started.current) return
    started.current = true
    const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
    history.replaceState(history.state, '', location.pathname)
    follow(purpose, token)
      .then(async (done) => {
        await refreshProfile()
        setOutcome(done)
      })
      .catch((error: unknown) => setProblem(errorText(error)))
  }, [purpose])
  const isUndone = outcome === 'undone' || (purpose === 'undo' && !outcome)
  return (
    <main id="main" data-area="member" className="mx-auto grid max-w-md content-center gap-6 px-5 py-24">
      <h1>
        {purpose === 'undo' ? (
          <Trans>Undo email change</Trans>
        ) : purpose === 'keep' ? (
          <Trans>Keep your email</Trans>
        ) : (
          <Trans>Your new email</Trans>
        )}
      </h1>
      {!outcome && !problem && <Spinner label={t`One moment`} />}
      {problem && (
        <Note tone="danger" live>
          {problem}
        </Note>
      )}
      {outcome && (
        <Note tone="positive" live>
          {outcome === 'undone' ? (
            <Trans>Your old address is back, and we’ve signed you out everywhere. Please choose a new password.</Trans>
          ) : outcome === 'kept' ? (
            <Trans>Your email stays the same. Nothing else has changed.</Trans>
          ) : (
            <Trans>From now on, we’ll email you at your new address.</Trans>
          )}
        </Note>
      )}
      <Link to={isUndone ? paths.forgotPassword : paths.settings} className={buttonClass('primary', 'lg')}>
        {isUndone ? <Trans>Choose a new password</Trans> : <Trans>Continue</Trans>}
      </Link>
    </main>
  )
}
