import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Outlet } from '@tanstack/react-router'
import { ChartColumn, CreditCard, Flag, Images, LogOut, ScrollText, SlidersHorizontal, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.ts'
import { paths, type Path } from '../../paths.ts'
import { logout } from '../../session/actions.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Badge } from '../../ui/pieces.tsx'
import '../office.css'
import { ApprovalsBanner } from '../approvals/approvals-banner.tsx'
import { OfficePalette } from './office-palette.tsx'
import { Reasons } from './reasons.tsx'
import { SecondFactorBanner } from './second-factor-banner.tsx'

/** The frame of the back office. */
export function AdminFrame({ footer }: { footer: ReactNode }) {
  const { brand } = useSettings()
  const user = useSession((session) => session.user)
  return (
    <div data-area="office" className="flex min-h-dvh flex-col">
      <header className="officebar">
        <Link className="logo" to={paths.dashboard}>
          <Logo brand={brand} />
        </Link>
        <Navigation />
        <div className="end">
          <Link
            to={paths.settings}
            className="trunc max-w-20 min-w-0 font-medium sm:max-w-48"
            dir="auto"
            title={user?.email ?? ''}
          >
            {user?.firstName} {user?.lastName}
          </Link>
          <Badge tone="line">
            <Trans>Admin</Trans>
          </Badge>
          <Button tone="quiet" size="sm" onClick={() => logout()}>
            <LogOut size={16} aria-hidden="true" />
            <Trans>Logout</Trans>
          </Button>
        </div>
      </header>
      <main id="main" className="office w-full flex-1 content-start">
        <OfficePalette />
        <Reasons />
        <ApprovalsBanner />
        <SecondFactorBanner />
        <Outlet />
      </main>
      {footer}
    </div>
  )
}

function Navigation() {
  const { t } = useLingui()
  return (
    <nav className="navs flex gap-1" aria-label={t`Main`}>
      <Place to={paths.dashboard} icon={<ChartColumn size={18} aria-hidden="true" />}>
        <Trans>Dashboard</Trans>
      </Place>
      <Place to={paths.users} icon={<Users size={18} aria-hidden="true" />}>
        <Trans>Users</Trans>
      </Place>
      <Place to={paths.reports} icon={<Flag size={18} aria-hidden="true" />}>
        <Trans>Reports</Trans>
      </Place>
      <Place to={paths.subscriptions} icon={<CreditCard size={18} aria-hidden="true" />}>
        <Trans>Subscriptions</Trans>
      </Place>
      <Place to={paths.photos} icon={<Images size={18} aria-hidden="true" />}>
        <Trans>Photos</Trans>
      </Place>
      <Place to={paths.audit} icon={<ScrollText size={18} aria-hidden="true" />}>
        <Trans>Audit</Trans>
      </Place>
      <Place to={paths.configuration} icon={<SlidersHorizontal size={18} aria-hidden="true" />}>
        <Trans>Configuration</Trans>
      </Place>
    </nav>
  )
}

const Place = ({ to, icon, children }: { to: Path; icon: ReactNode; children: ReactNode }) => (
  <Link className="nav" to={to}>
    {icon}
    {children}
  </Link>
)
