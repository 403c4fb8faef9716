import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { House, LogOut, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { logout } from '../../session/actions.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import '../frame.css'

/** The member's app: a rail on a desk, a bar within reach of a thumb on a phone. */
export function MemberFrame({ children }: { children: ReactNode }) {
  const { brand } = useSettings()
  const { t } = useLingui()
  const isAdmin = useSession((session) => session.user?.isAdmin)
  const start = isAdmin ? paths.dashboard : paths.home
  return (
    <div data-area="member" className="app">
      <div className="rail">
        <Link className="logo" to={start}>
          <Logo brand={brand} />
        </Link>
        <nav className="grid gap-1" aria-label={t`Main`}>
          <Place to={start} icon={<House className="i" aria-hidden="true" />}>
            {isAdmin ? <Trans>Dashboard</Trans> : <Trans>Home</Trans>}
          </Place>
          <Place to={paths.settings} icon={<Settings className="i" aria-hidden="true" />}>
            <Trans>Settings</Trans>
          </Place>
        </nav>
        <div className="end">
          <Button tone="ghost" className="justify-start!" onClick={() => void logout()}>
            <LogOut className="i" aria-hidden="true" />
            <Trans>Logout</Trans>
          </Button>
        </div>
      </div>
      <main id="main" className="mx-auto w-full max-w-3xl px-5 py-8 sm:px-8">
        {children}
      </main>
      <nav className="bottomnav grid-cols-3!" aria-label={t`Main`}>
        <Link to={start}>
          <House className="i" aria-hidden="true" />
          {isAdmin ? <Trans>Dashboard</Trans> : <Trans>Home</Trans>}
        </Link>
        <Link to={paths.settings}>
          <Settings className="i" aria-hidden="true" />
          <Trans>Settings</Trans>
        </Link>
        <button
          type="button"
          className="grid content-center justify-items-center gap-0.5 border-0 bg-transparent text-caption text-muted"
          onClick={() => void logout()}
        >
          <LogOut size={22} aria-hidden="true" />
          <Trans>Logout</Trans>
        </button>
      </nav>
    </div>
  )
}

const Place = ({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) => (
  <Link className="nav" to={to}>
    {icon}
    {children}
  </Link>
)
