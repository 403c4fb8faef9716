import { Trans, useLingui } from '@lingui/react/macro'
import type { WorkQueue } from '@kindred/contract/moderation/work-queue'
import type { StaffRight } from '@kindred/contract/staff'
import { LogOut, MenuIcon, Search } from 'lucide-react'
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { useSettings } from '../../api/settings.ts'
import { paths, type Path } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { usePlace } from '../../router/place.ts'
import { logout } from '../../session/actions.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Logo, logoClass } from '../../ui/logo.tsx'
import { OfflineBanner } from '../../ui/offline-banner.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { kbdClass, paletteKey } from './keys.ts'
import { Notices, NoticesButton } from './notices.tsx'
import { PaletteOnDemand } from './palette-on-demand.tsx'
import { useRememberPlaces } from './recent-places.ts'
import { Reasons } from './reasons.tsx'
import { Sidebar, SidebarSheet } from './sidebar.tsx'
import { IfAllowed } from '../if-allowed.tsx'
import { useRoleNames } from '../role-names.ts'
import { useWorkCounts } from '../use-work-queue.ts'

/** Dialogs, menus and toasts render outside the frame, so the style is set on the whole page. */
function useOfficeStyle(): void {
  useLayoutEffect(() => {
    document.body.dataset['area'] = 'office'
    return () => {
      delete document.body.dataset['area']
    }
  }, [])
}

/** The screens that the specification gives a footer. */
const withFooter: readonly string[] = [paths.dashboard, paths.users, paths.reports]

export function AdminFrame({ footer, children }: { footer: ReactNode; children: ReactNode }) {
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [isSheetOpen, setSheetOpen] = useState(false)
  useOfficeStyle()
  useRememberPlaces()
  const counts = useWorkCounts()
  const { pathname } = usePlace()
  return (
    <Shell
      counts={counts}
      notices={<Notices approvals={counts?.approvals ?? 0} />}
      onPalette={() => setPaletteOpen(true)}
      onSheet={() => setSheetOpen(true)}
    >
      <SidebarSheet counts={counts} open={isSheetOpen} onClose={() => setSheetOpen(false)} />
      <OfflineBanner className="top-14 phone:static" />
      <main
        id="main"
        // The footer stays below the fold while the content is loading.
        className={
          'mx-auto grid min-h-[calc(100dvh-3.5rem)] w-full max-w-[90rem] flex-1 content-start gap-3 px-6 pt-3 pb-6 ' +
          'phone:px-3 [&_h1]:text-[1.5rem]'
        }
      >
        <PaletteOnDemand open={isPaletteOpen} onOpenChange={setPaletteOpen} />
        <Reasons />
        {children}
      </main>
      {withFooter.includes(pathname) && footer}
    </Shell>
  )
}

type ShellProps = TopProps & { counts?: WorkQueue | undefined; children?: ReactNode }

/** The top bar and the sidebar. Until the code has arrived, they are all there is. */
export const Shell = ({ counts, children, ...top }: ShellProps) => (
  <>
    <Top {...top} />
    <div className="grid grid-cols-[auto_minmax(0,1fr)] phone:block">
      <Sidebar counts={counts} />
      <div className="flex min-w-0 flex-col">{children}</div>
    </div>
  </>
)

type TopProps = { notices?: ReactNode; onPalette?: () => void; onSheet?: () => void }

/** On a phone, the screens get a row of their own. */
function Top({ notices = <NoticesButton />, onPalette, onSheet }: TopProps) {
  const { t } = useLingui()
  const { brand } = useSettings()
  const user = useSession((session) => session.user)
  const roles = useRoleNames()
  return (
    <header
      className={
        'sticky top-0 z-6 flex h-14 items-center gap-1 border-b border-line bg-surface px-5 ' +
        'phone:h-auto phone:flex-wrap phone:px-3 phone:after:order-2 phone:after:basis-full'
      }
    >
      <Link
        className={`${logoClass} me-4 max-w-60 flex-none text-[1.125rem] phone:me-0 phone:h-13 phone:max-w-28`}
        to={paths.dashboard}
      >
        <Logo brand={brand} />
      </Link>
      <Navigation onSheet={onSheet} />
      <PaletteButton onOpen={onPalette} />
      {notices}
      <div className="flex min-w-0 items-center gap-3 max-sm:gap-1.5 phone:h-13 *:flex-none">
        <Link
          to={paths.settings}
          className="ms-2 min-w-8 shrink! truncate max-w-16 font-medium sm:max-w-48 pointer-coarse:py-3"
          dir="auto"
          title={user?.email ?? ''}
        >
          {user?.firstName} {user?.lastName}
        </Link>
        <Badge tone="line">{roles[user?.staffRole ?? 'administrator']}</Badge>
        <Button tone="quiet" size="sm" onClick={() => logout()}>
          <LogOut size={16} />
          <span className="max-sm:sr-only">{t`Logout`}</span>
        </Button>
      </div>
    </header>
  )
}

function PaletteButton({ onOpen }: { onOpen: TopProps['onPalette'] }) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      className={
        'ms-auto me-1 flex min-h-8 flex-none items-center gap-2 rounded-md border border-line-strong bg-surface px-2 ' +
        'text-muted hover:bg-sunken pointer-coarse:min-h-11'
      }
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
    >
      <Search size={16} />
      <span className="sr-only">{t`Search or run a command`}</span>
      <kbd className={`${kbdClass} phone:hidden`}>{paletteKey()}</kbd>
    </button>
  )
}

function Navigation({ onSheet }: { onSheet: TopProps['onSheet'] }) {
  const { t } = useLingui()
  return (
    <>
      <button
        type="button"
        className="-ms-2 grid size-11 flex-none place-items-center rounded-md border-0 bg-transparent desk:hidden phone:order-3"
        aria-label={t`Menu`}
        aria-haspopup="dialog"
        onClick={onSheet}
      >
        <MenuIcon size={20} />
      </button>
      <nav
        className="flex min-w-0 gap-1 phone:order-4 phone:flex-1 phone:gap-0 phone:overflow-x-auto phone:[scrollbar-width:none]"
        aria-label={t`Main`}
      >
        <Place to={paths.dashboard} may="dashboard">
          <Trans>Dashboard</Trans>
        </Place>
        <Place to={paths.users} may="users.list">{t`Users`}</Place>
        <Place to={paths.reports} may="reports.read">{t`Reports`}</Place>
      </nav>
    </>
  )
}

const placeClass =
  'relative inline-flex h-9 flex-none items-center rounded-md px-3 font-medium text-muted no-underline ' +
  '-outline-offset-2 hover:text-ink phone:h-11 phone:px-2 aria-[current]:text-ink aria-[current]:after:absolute ' +
  'aria-[current]:after:inset-x-3 aria-[current]:after:-bottom-2.5 aria-[current]:after:h-0.5 ' +
  'aria-[current]:after:bg-accent phone:aria-[current]:after:bottom-0'

type PlaceProps = { to: Path; may: StaffRight; children: ReactNode }

const Place = ({ to, may, children }: PlaceProps) => (
  <IfAllowed may={may}>
    <Link className={placeClass} to={to}>
      {children}
    </Link>
  </IfAllowed>
)
