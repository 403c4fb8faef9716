import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { linkIdentity, signInWithFacebook, signInWithGoogle } from '../../session/actions.ts'
import { readReturn, takeRedirect } from '../../session/redirect.ts'
import { buttonClass } from '../../ui/button.tsx'
import { usePage } from '../../ui/page.ts'
import { Note, Spinner } from '../../ui/pieces.tsx'
import { EntryLayout } from '../layout/entry-layout.tsx'
import { nextStep } from '../next-step.ts'

/** Where Google and Facebook send people back to. */
export default function ProviderScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const { provider } = useParams({ strict: false }) as { provider: string }
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  usePage(t`Sign in`, brand)

  useEffect(() => {
    const asked = takeRedirect()
    const returned = readReturn(location.hash, asked?.state)
    history.replaceState(history.state, '', location.pathname)
    const finish = async () => {
      if ('refused' in returned) return setProblem(t`The sign-in was not finished. Please try again.`)
      if (asked?.linking) {
        await linkIdentity(provider, returned.proof)
        return navigate({ to: paths.settings, replace: true })
      }
      const result = await (provider === 'google'
        ? signInWithGoogle(returned.proof)
        : signInWithFacebook(returned.proof))
      if ('signedIn' in result) return navigate({ to: nextStep(result.signedIn), replace: true })
      setProblem('error' in result ? result.error : t`This account asks for a code. Please sign in with your password.`)
    }
    finish().catch((error: unknown) => setProblem(errorText(error)))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, for what this page was opened with
  }, [])

  return (
    <EntryLayout title={<Trans>Signing you in</Trans>}>
      {problem ? (
        <>
          <Note tone="danger" live>
            {problem}
          </Note>
          <Link to={paths.signin} className={buttonClass('primary', 'lg')}>
            <Trans>Back to sign in</Trans>
          </Link>
        </>
      ) : (
        <Spinner label={t`One moment`} />
      )}
    </EntryLayout>
  )
}
