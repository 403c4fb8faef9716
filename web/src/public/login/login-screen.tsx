import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Leaves, Logo } from '../../ui/logo.tsx'
import { usePage } from '../../ui/page.ts'
import { Note } from '../../ui/pieces.tsx'
import '../public.css'
import { PasskeyWay } from '../signin/passkey-way.tsx'
import { useLogin } from './use-login.ts'

/** The administrators' sign-in. Its texts are the specification's. */
export default function LoginScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Admin Dashboard`, brand)
  return (
    <div data-area="office" className="signin">
      <section className="banner">
        <Leaves />
        <Link className="logo relative" to={paths.welcome}>
          <Logo brand={brand} />
        </Link>
        <div className="relative">
          <h1>
            <Trans>Admin Dashboard</Trans>
          </h1>
          <p>
            <Trans>Manage users, subscriptions, and platform analytics</Trans>
          </p>
        </div>
      </section>
      <main id="main">
        <LoginForm />
      </main>
    </div>
  )
}

function LoginForm() {
  const { t } = useLingui()
  const { field, submit, startAgain, finish, busy, challenge, hasCode, setHasCode, notAdmin, error } = useLogin()
  return (
    <form onSubmit={submit}>
      <div>
        <h2 className="text-title! tracking-tight">
          <Trans>Welcome Back</Trans>
        </h2>
        <p className="muted mt-1 text-body">
          <Trans>Sign in to your admin account</Trans>
        </p>
      </div>
      {notAdmin && <NotAdmin />}
      {error && (
        <Note tone="danger" live>
          {error}
        </Note>
      )}
      {challenge && hasCode && (
        <TextField
          label={t`Code`}
          hint={t`Six digits from your authenticator app, or a recovery code.`}
          autoComplete="one-time-code"
          required
          autoFocus
          {...field('code')}
        />
      )}
      {!challenge && (
        <>
          <TextField label={t`Email`} type="email" required autoComplete="username" {...field('email')} />
          <TextField
            label={t`Password`}
            type="password"
            required
            autoComplete="current-password"
            {...field('password')}
          />
        </>
      )}
      {hasCode && (
        <Button type="submit" block busy={busy}>
          {busy ? <Trans>Signing In...</Trans> : <Trans>Sign In</Trans>}
        </Button>
      )}
      <PasskeyWay challenge={challenge} onResult={finish} onNoCode={() => setHasCode(false)} />
      {challenge && (
        <Button tone="ghost" block onClick={startAgain}>
          <Trans>Start again</Trans>
        </Button>
      )}
      <Below />
    </form>
  )
}

/** Signed in, but not as an administrator: the member's part of the product is open to them. */
function NotAdmin() {
  const { brand } = useSettings()
  return (
    <Note tone="warning" live>
      <p>
        <Trans>You don't have admin privileges to access this panel.</Trans>
      </p>
      <Link to={paths.home} className={buttonClass('quiet', 'sm', 'mt-3 bg-surface!')}>
        <Trans>Go on to {brand}</Trans>
      </Link>
    </Note>
  )
}

const Below = () => (
  <>
    <p className="small muted text-center">
      <Trans>Contact system administrator for access credentials</Trans>
    </p>
    <p className="small border-t border-line pt-5 text-center text-ink-2">
      <Trans>
        Here to meet someone? <Link to={paths.signin}>Members sign in here</Link>
      </Trans>
    </p>
  </>
)
