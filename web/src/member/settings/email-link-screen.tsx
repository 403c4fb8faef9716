import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { settings } from '../../api/member-client.ts'
import { errorText } from '../../api/error-text.ts'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { refreshProfile } from '../../session/actions.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Note, Spinner } from '../../ui/pieces.tsx'

/** The page for links in emails about an address change: to confirm the new address, or to keep the current one. */
export default function EmailLinkScreen() {
  const { t } = useLingui()
  const [keeps] = useState(() => location.pathname.endsWith('/keep'))
  const [outcome, setOutcome] = useState<{ done: true } | { problem: string }>()
  const started = useRef(false)
  usePage(t`Email`)
  useEffect(() => {
    if (started.current) return
    started.current = true
    const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
    history.replaceState(history.state, '', location.pathname)
    const body = { token }
    const followed = keeps ? settings.keepEmail({ body }) : settings.confirmEmail({ body })
    followed.then(refreshProfile).then(
      () => setOutcome({ done: true }),
      (error: unknown) => setOutcome({ problem: errorText(error) }),
    )
  }, [keeps])
  return (
    <main id="main" data-area="member" className="mx-auto grid max-w-md content-center gap-6 px-5 py-24">
      <h1>{keeps ? t`Keep your email` : t`Your new email`}</h1>
      {!outcome && <Spinner label={t`One moment`} />}
      {outcome && 'problem' in outcome && (
        <Note tone="danger" live>
          {outcome.problem}
        </Note>
      )}
      {outcome && 'done' in outcome && (
        <Note tone="positive" live>
          {keeps
            ? t`Your email stays the same. Nothing else has changed.`
            : t`From now on, we’ll email you at your new address.`}
        </Note>
      )}
      <Link to={paths.settings} className={buttonClass('primary', 'lg')}>{t`Continue`}</Link>
    </main>
  )
}
