import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { usePage } from '../../api/settings.ts'
import { pageAfterSignIn, paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { navigate, open } from '../../router/navigation.ts'
import { useParams } from '../../router/place.ts'
import {
  confirmByProvider,
  facebookProof,
  linkIdentity,
  signInWithFacebook,
  signInWithGoogle,
} from '../../session/providers.ts'
import { readReturn, takeRedirect } from '../../session/redirect.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Note, Spinner } from '../../ui/pieces.tsx'
import { EntryLayout } from '../layout/entry-layout.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useSignIn } from './use-sign-in.ts'

export default function ProviderScreen() {
  const { t } = useLingui()
  const { provider } = useParams<'/signin/$provider'>()
  const [problem, setProblem] = useState<string>()
  const from = useRef<string>(undefined)
  const state = useSignIn({
    onSignedIn: (signedIn) => void open(pageAfterSignIn(signedIn, from.current), 'replace'),
  })
  usePage(t`Sign in`)

  useEffect(() => {
    const redirect = takeRedirect()
    from.current = redirect?.from
    const returned = readReturn(location.hash, redirect?.state)
    history.replaceState(history.state, '', location.pathname)
    const finish = async () => {
      if ('refused' in returned) return setProblem(t`The sign-in wasn’t completed. Please try again.`)
      if (redirect?.linking || redirect?.confirming) {
        await (redirect.linking ? linkIdentity : confirmByProvider)(provider, returned)
        return navigate({ to: paths.settings, replace: true })
      }
      const result = await (provider === 'google'
        ? signInWithGoogle(returned.proof, redirect?.invitation)
        : signInWithFacebook(facebookProof(returned), redirect?.invitation))
      if ('error' in result) return setProblem(result.error)
      return state.finish(result)
    }
    finish().catch((error: unknown) => setProblem(errorText(error)))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, for what this page was opened with
  }, [])

  return (
    <EntryLayout title={t`Signing you in`}>
      {state.challenge ? (
        <SignInForm state={state} size="lg" action={t`Sign in`} />
      ) : problem ? (
        <>
          <Note tone="danger" live>
            {problem}
          </Note>
          <Link to={paths.signin} className={buttonClass('primary', 'lg')}>{t`Back to sign in`}</Link>
        </>
      ) : (
        <Spinner label={t`One moment`} />
      )}
    </EntryLayout>
  )
}
