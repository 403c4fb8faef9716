import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Ellipsis, House, LogOut, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { logout } from '../../session/actions.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import '../frame.css'
import { MoreMenu } from './more-menu.tsx'

/** The member's app: a rail on a desk, a bar within reach of a thumb on a phone. */
export function MemberFrame({ children }: { children: ReactNode }) {
  return (
    <div data-area="member" className="app">
      <Rail />
      <main id="main" className="mx-auto w-full max-w-3xl px-5 py-8 sm:px-8">
        {children}
      </main>
      <Bar />
    </div>
  )
}

/** Where the first place of the navigation leads, and what it is called. */
function useStart() {
  const isAdmin = useSession((session) => session.user?.isAdmin)
  return isAdmin
    ? { to: paths.dashboard, name: <Trans>Dashboard</Trans> }
    : { to: paths.home, name: <Trans>Home</Trans> }
}

function Rail() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const start = useStart()
  return (
    <div className="rail">
      <Link className="logo" to={start.to}>
        <Logo brand={brand} />
      </Link>
      <nav className="grid gap-1" aria-label={t`Main`}>
        <Link className="nav" to={start.to}>
          <House className="i" aria-hidden="true" />
          {start.name}
        </Link>
        <Link className="nav" to={paths.settings}>
          <Settings className="i" aria-hidden="true" />
          <Trans>Settings</Trans>
        </Link>
      </nav>
      <div className="end">
        <MoreMenu
          trigger={
            <Button tone="ghost" className="justify-start!">
              <Ellipsis className="i" aria-hidden="true" />
              <Trans>More</Trans>
            </Button>
          }
        />
        <Button tone="ghost" className="justify-start!" onClick={() => void logout()}>
          <LogOut className="i" aria-hidden="true" />
          <Trans>Logout</Trans>
        </Button>
      </div>
    </div>
  )
}

const barButton = 'grid content-center justify-items-center gap-0.5 border-0 bg-transparent text-caption text-muted'

function Bar() {
  const { t } = useLingui()
  const start = useStart()
  return (
    <nav className="bottomnav grid-cols-4!" aria-label={t`Main`}>
      <Link to={start.to}>
        <House className="i" aria-hidden="true" />
        {start.name}
      </Link>
      <Link to={paths.settings}>
        <Settings className="i" aria-hidden="true" />
        <Trans>Settings</Trans>
      </Link>
      <MoreMenu
        trigger={
          <button type="button" className={barButton}>
            <Ellipsis size={22} aria-hidden="true" />
            <Trans>More</Trans>
          </button>
        }
      />
      <button type="button" className={barButton} onClick={() => void logout()}>
        <LogOut size={22} aria-hidden="true" />
        <Trans>Logout</Trans>
      </button>
    </nav>
  )
}
