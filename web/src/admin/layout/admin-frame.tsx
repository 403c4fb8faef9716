import { Trans, useLingui } from '@lingui/react/macro'
import { ChartColumn, CreditCard, Flag, Images, LogOut, ScrollText, SlidersHorizontal, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.ts'
import { paths, type Path } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { logout } from '../../session/actions.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Logo, logoClass } from '../../ui/logo.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { ApprovalsBanner } from '../approvals/approvals-banner.tsx'
import { BackOfficePalette } from './back-office-palette.tsx'
import { Reasons } from './reasons.tsx'
import { SecondFactorBanner } from './second-factor-banner.tsx'

/** The frame of the back office. */
export function AdminFrame({ footer, children }: { footer: ReactNode; children: ReactNode }) {
  const { brand } = useSettings()
  const user = useSession((session) => session.user)
  return (
    <div data-area="office" className="flex min-h-dvh flex-col">
      <header
        className={
          'sticky top-0 z-6 flex h-14 items-center gap-1 border-b border-line bg-surface px-6 bar:h-auto ' +
          'bar:flex-wrap bar:gap-y-0 bar:px-3'
        }
      >
        <Link className={`${logoClass} mr-6 text-[1.125rem] bar:mr-0 bar:h-13`} to={paths.dashboard}>
          <Logo brand={brand} />
        </Link>
        <Navigation />
        <div className="ml-auto flex items-center gap-3 bar:h-13">
          <Link
            to={paths.settings}
            className="min-w-0 truncate max-w-20 font-medium sm:max-w-48"
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
      <main
        id="main"
        className={
          'mx-auto grid w-full max-w-[90rem] flex-1 content-start gap-5 p-6 phone:gap-4 phone:px-3 phone:py-4 ' +
          '[&_h1]:text-[1.5rem]'
        }
      >
        <BackOfficePalette />
        <Reasons />
        <ApprovalsBanner />
        <SecondFactorBanner />
        {children}
      </main>
      {footer}
    </div>
  )
}

function Navigation() {
  const { t } = useLingui()
  return (
    <nav
      className="flex gap-1 bar:order-3 bar:-mx-1 bar:w-full bar:overflow-x-auto bar:[scrollbar-width:none]"
      aria-label={t`Main`}
    >
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

const placeClass =
  'relative inline-flex h-9 items-center gap-2 rounded-md px-3 font-medium text-muted no-underline ' +
  'bar:h-11 bar:flex-[1_0_auto] bar:justify-center ' +
  'aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-3 ' +
  'aria-[current]:after:-bottom-2.5 aria-[current]:after:h-0.5 ' +
  'aria-[current]:after:bg-accent bar:aria-[current]:after:bottom-0'

const Place = ({ to, icon, children }: { to: Path; icon: ReactNode; children: ReactNode }) => (
  <Link className={placeClass} to={to}>
    {icon}
    {children}
  </Link>
)
