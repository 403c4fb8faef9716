import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { usePage } from '../../api/settings.ts'
import { homeOf, paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { navigate } from '../../router/navigation.ts'
import { verifyEmail } from '../../session/verification.ts'
import { getSession, useSession } from '../../session/store.ts'
import { canSignInAgain } from '../../session/passkeys.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Note, Spinner } from '../../ui/pieces.tsx'
import { JOIN_STEPS } from '../../ui/step-count.ts'
import { EntryLayout } from '../layout/entry-layout.tsx'
import { StepLayout } from '../layout/step-layout.tsx'
import { ByCode } from './by-code.tsx'
import { CreatePasskey } from './create-passkey.tsx'
import { errorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { settings } from '../../api/member-client.ts'
import { NewPassword } from '../recover/new-password.tsx'

/** Asks for a new password if the address was verified on another device, because the one from sign-up is discarded. */
function ChoosePassword({ onChosen }: { onChosen: () => void }) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '' || busy) return
    setBusy(true)
    setError(undefined)
    await settings.changePassword({ body: { password } }).then(onChosen, setError)
    setBusy(false)
  }
  const weak = error instanceof CallFailed && error.is('weak_password')
  return (
    <EntryLayout
      title={t`Your email is confirmed`}
      lead={
        <Trans>
          You opened the link on a different device or browser than the one you joined with. To make sure the account is
          yours alone, we signed out every other device and removed its password and profile. Choose a new password to
          start over.
        </Trans>
      }
    >
      <form className="grid gap-5" onSubmit={(event) => void submit(event)}>
        {error !== undefined && !weak && (
          <Note tone="danger" live>
            {errorText(error)}
          </Note>
        )}
        <NewPassword value={password} onChange={setPassword} error={weak ? errorText(error) : undefined} />
        <Button type="submit" size="lg" block busy={busy}>{t`Save password`}</Button>
      </form>
    </EntryLayout>
  )
}

/** The secret of an emailed link is in the fragment, which browsers never send. */
const tokenInAddress = (): string | null => new URLSearchParams(location.hash.slice(1)).get('token')

export default function VerifyScreen() {
  const { t } = useLingui()
  const [token] = useState(tokenInAddress)
  const [isByCode, setByCode] = useState(false)
  const due = useSession((session) => session.requiresVerification)
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  usePage(t`Confirm your email`)
  if (token) return <ByLink token={token} />
  if (isAuthenticated && !due) return <Verified goesOn={isByCode} />
  return <ByCode onProved={() => setByCode(true)} />
}

/** Leads on once the address is verified. Those who joined with a passkey create it first, even if they left before. */
function Verified({ goesOn }: { goesOn: boolean }) {
  const { t } = useLingui()
  const home = useSession(homeOf)
  const goHome = () => void navigate({ to: home, replace: true })
  const { data: canSignIn } = useQuery({
    queryKey: ['listIdentities', 'ways-in'],
    queryFn: canSignInAgain,
    staleTime: Infinity,
  })
  const isOver = goesOn && canSignIn === true
  const leave = useEffectEvent(goHome)
  useEffect(() => {
    if (isOver) leave()
  }, [isOver])
  if (canSignIn === false) return <CreatePasskey onDone={goHome} />
  if (canSignIn === true && !isOver) return <Confirmed whose="own" />
  return (
    <StepLayout step={JOIN_STEPS}>
      <Spinner label={t`One moment`} />
    </StepLayout>
  )
}

/** Shown for addresses of existing accounts, whose owners sign in as before. */
function SignInAsUsual() {
  const name = useSession((session) => session.user?.firstName)
  const home = useSession(homeOf)
  return (
    <EntryLayout
      title={<Trans>The email address is confirmed</Trans>}
      lead={
        name ? (
          <Trans>That address belongs to another account. You’re still signed in as {name}.</Trans>
        ) : (
          <Trans>Sign in as usual to continue.</Trans>
        )
      }
    >
      <Link to={name ? home : paths.signin} className={buttonClass('primary', 'lg')}>
        {name ? <Trans>Continue</Trans> : <Trans>Sign in</Trans>}
      </Link>
    </EntryLayout>
  )
}

function Confirmed({ whose }: { whose: 'own' | 'other' }) {
  const { t } = useLingui()
  const name = useSession((session) => session.user?.firstName)
  const home = useSession(homeOf)
  return (
    <EntryLayout
      title={whose === 'own' ? t`Your email is confirmed` : t`The email address is confirmed`}
      lead={
        whose === 'own'
          ? t`Thank you. You’re all set.`
          : t`That address belongs to another account, whose password we removed. You’re still signed in as ${name}.`
      }
    >
      <Link to={home} className={buttonClass('primary', 'lg')}>{t`Continue`}</Link>
    </EntryLayout>
  )
}

type Outcome = 'waiting' | 'own' | 'bare' | 'other' | 'sign-in' | 'failed' | 'joined-here'

function ByLink({ token }: { token: string }) {
  const { t } = useLingui()
  const error = useSession((session) => session.error)
  const [outcome, setOutcome] = useState<Outcome>('waiting')
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    history.replaceState(history.state, '', location.pathname)
    // In another browser, the link takes the account from the person who joined.
    const isHere = getSession().isAuthenticated
    void verifyEmail({ token })
      .then(async (proved) => {
        if (proved !== 'own') return proved
        if (isHere) return 'joined-here'
        return (await canSignInAgain()) ? 'own' : 'bare'
      })
      .then((proved) => setOutcome(proved ?? 'failed'))
  }, [token])
  if (outcome === 'bare') return <ChoosePassword onChosen={() => setOutcome('own')} />
  if (outcome === 'joined-here') return <Verified goesOn={false} />
  if (outcome === 'sign-in') return <SignInAsUsual />
  if (outcome === 'own' || outcome === 'other') return <Confirmed whose={outcome} />
  return (
    <EntryLayout title={t`Confirm your email`}>
      {outcome === 'waiting' ? (
        <Spinner label={t`One moment`} />
      ) : (
        <>
          <Note tone="danger" live>
            {error}
          </Note>
          <a href={paths.verifyEmail} className={buttonClass('primary', 'lg')}>{t`Use the code instead`}</a>
        </>
      )}
    </EntryLayout>
  )
}
