import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { usePage, useSettings } from '../../api/settings.ts'
import { pageAfterSignIn, paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { open } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Leaves, Logo, panelLogoClass } from '../../ui/logo.tsx'
import { Note } from '../../ui/pieces.tsx'
import { SignInForm } from '../signin/sign-in-form.tsx'
import { useSignIn } from '../signin/use-sign-in.ts'
import { LanguageSelect } from '../../words/language-select.tsx'

const screenClass =
  'grid min-h-screen grid-cols-[minmax(0,46fr)_minmax(0,54fr)] phone:grid-cols-[1fr] phone:grid-rows-[auto_1fr]'
const panelClass =
  'relative flex flex-col justify-between overflow-hidden bg-panel p-12 text-panel-ink phone:gap-10 phone:p-6'

/** The administrators' sign-in. The specification defines its texts. */
export default function LoginScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Admin Dashboard`, t`Manage users, subscriptions, and platform analytics`)
  return (
    <div data-area="office" className={screenClass}>
      <section className={panelClass}>
        <Leaves />
        <Link className={`${panelLogoClass} relative`} to={paths.welcome}>
          <Logo brand={brand} />
        </Link>
        <div className="relative">
          <h1 className="text-[3rem] leading-[1.05] tracking-(--tracking-display) phone:text-[2rem]">
            <Trans>Admin Dashboard</Trans>
          </h1>
          <p className="mt-4 max-w-96 text-lead text-panel-muted phone:mt-2 phone:max-w-68 phone:text-body">
            <Trans>Manage users, subscriptions, and platform analytics</Trans>
          </p>
        </div>
      </section>
      <main
        id="main"
        className="grid place-items-center p-8 phone:items-start phone:justify-items-stretch phone:px-6 phone:py-8"
      >
        <LoginForm />
      </main>
    </div>
  )
}

const formClass =
  'grid w-full max-w-[23rem] gap-5 phone:max-w-none [&_button]:min-h-12! ' +
  '[&_button]:text-(length:--text-3)! [&_input]:min-h-12! [&_input]:text-(length:--text-3)'

function LoginForm() {
  'use no memo' // Every keystroke changes all of it, so memoizing would only add code.
  const { t } = useLingui()
  const { from } = useSearch<'/login'>()
  const [notAdmin, setNotAdmin] = useState(false)
  const state = useSignIn({
    onSignedIn: (signedIn) =>
      signedIn.user.staffRole ? void open(pageAfterSignIn(signedIn, from), 'replace') : setNotAdmin(true),
    onEdit: () => setNotAdmin(false),
  })
  return (
    <div className={formClass}>
      <div>
        <h2 className="text-title! tracking-tight">{t`Welcome Back`}</h2>
        <p className="text-muted mt-1 text-body">{t`Sign in to your admin account`}</p>
      </div>
      {notAdmin && <NotAdmin />}
      <SignInForm
        state={state}
        password={
          <TextField label={t`Password`} type="password" autoComplete="current-password" {...state.field('password')} />
        }
        action={state.busy ? t`Signing In...` : t`Sign In`}
      />
      {state.challenge && <Button tone="ghost" block onClick={state.startAgain}>{t`Start over`}</Button>}
      <p className="text-small rounded-md bg-sunken p-3 text-ink-2">
        <Trans>
          Looking for the dating app? <Link to={paths.signin}>Sign in here</Link> or <Link to={paths.join}>join</Link>.
        </Trans>
      </p>
      <Below />
    </div>
  )
}

/** Shown to signed-in members who aren't administrators, because only the member app is open to them. */
function NotAdmin() {
  const { t } = useLingui()
  const { brand } = useSettings()
  return (
    <Note tone="warning" live>
      <p>{t`You don't have admin privileges to access this panel.`}</p>
      <Link
        to={paths.home}
        className={buttonClass('quiet', 'sm', 'mt-3 min-h-12! bg-surface! text-(length:--text-3)!')}
      >
        {t`Go on to ${brand}`}
      </Link>
    </Note>
  )
}

const Below = () => (
  <>
    <p className="text-small text-muted text-center">
      <Trans>Contact system administrator for access credentials</Trans>
    </p>
    <div className="justify-self-center">
      <LanguageSelect />
    </div>
  </>
)
