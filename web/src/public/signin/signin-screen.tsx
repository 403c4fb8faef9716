import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { usePage, useSettings } from '../../api/settings.ts'
import { pageAfterSignIn, paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { open } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { interruptedUser } from '../../session/store.ts'
import { EntryLayout } from '../layout/entry-layout.tsx'
import { CurrentPassword } from './current-password.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useSignIn } from './use-sign-in.ts'

export default function SignInScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const { from } = useSearch<'/signin'>()
  // Someone whose session has ended, and who didn't sign out.
  const [wasInterrupted] = useState(() => from !== undefined && interruptedUser() !== null)
  const state = useSignIn({
    onSignedIn: (signedIn) => void open(pageAfterSignIn(signedIn, from), 'replace'),
  })
  usePage(t`Sign in`, t`Sign in to ${brand}.`)

  if (state.challenge)
    return (
      <EntryLayout title={t`One more step`}>
        <SignInForm state={state} size="lg" action={t`Sign in`} />
      </EntryLayout>
    )
  return (
    <EntryLayout
      title={t`Welcome back`}
      lead={wasInterrupted ? t`You were signed out. Sign in to go on where you were.` : t`Sign in to ${brand}.`}
    >
      <SignInForm
        state={state}
        size="lg"
        password={
          <div className="grid gap-2">
            <CurrentPassword {...state.field('password')} />
            <Link to={paths.forgotPassword} className="text-small justify-self-end text-ink-2">
              <Trans>Forgot your password?</Trans>
            </Link>
          </div>
        }
        action={state.busy ? t`Signing in` : t`Sign in`}
      />
      <ProviderButtons from={from} />
      <p className="text-center text-ink-2">
        <Trans>
          New here? <Link to={paths.join}>Join for free</Link>
        </Trans>
      </p>
    </EntryLayout>
  )
}
