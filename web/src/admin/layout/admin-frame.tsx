import { Trans, useLingui } from '@lingui/react/macro'
import type { StaffRight } from '@kindred/contract/staff'
import { useQueries } from '@tanstack/react-query'
import {
  ChartColumn,
  CreditCard,
  Flag,
  Images,
  LogOut,
  ScrollText,
  Search,
  SlidersHorizontal,
  Users,
} from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
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
import { ApprovalsBanner } from '../approvals/approvals-banner.tsx'
import { openApprovalsQuery, waitingIn } from '../approvals/use-approvals.ts'
import { kbdClass, KeysDialog, paletteKey } from './keys-dialog.tsx'
import { PaletteOnDemand } from './palette-on-demand.tsx'
import { Reasons } from './reasons.tsx'
import { passkeysQuery, secondFactorQuery, SecondFactorBanner } from './second-factor-banner.tsx'
import { useMay } from '../../session/rights.ts'
import { IfAllowed } from '../if-allowed.tsx'
import { useRoleNames } from '../role-names.ts'

/**
 * The banners' data, and a flag for when it has loaded: content shown earlier would jump as banners appear above it.
 */
function useBanners(isSignedIn: boolean) {
  const mayApprove = useMay()('approve')
  const [approvals, factor, passkeys] = useQueries({
    queries: [
      { ...openApprovalsQuery, enabled: isSignedIn && mayApprove },
      { ...secondFactorQuery, enabled: isSignedIn },
      { ...passkeysQuery, enabled: isSignedIn },
    ],
  })
  const isLoaded = [approvals, factor, passkeys].every(
    ({ isPending, fetchStatus, failureCount }) => !isPending || fetchStatus !== 'fetching' || failureCount > 0,
  )
  const present = factor.data?.data
  const isUnprotected = present?.enabled === false && passkeys.data?.data.passkeys.length === 0
  return {
    isLoaded,
    waiting: mayApprove ? waitingIn(approvals.data) : 0,
    unprotected: isUnprotected ? present : undefined,
  }
}

/** Dialogs, menus and toasts render outside the frame, so the style is set on the whole page. */
function useOfficeStyle(): void {
  useLayoutEffect(() => {
    document.body.dataset['area'] = 'office'
    return () => {
      delete document.body.dataset['area']
    }
  }, [])
}

export function AdminFrame({ footer, children }: { footer: ReactNode; children: ReactNode }) {
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [areKeysOpen, setKeysOpen] = useState(false)
  useOfficeStyle()
  // The frame stays mounted for a moment after sign-out, and must not send requests then.
  const isSignedIn = useSession((session) => session.isAuthenticated)
  const { isLoaded, waiting, unprotected } = useBanners(isSignedIn)
  return (
    <div className="flex min-h-dvh flex-col">
      <Top onPalette={() => setPaletteOpen(true)} />
      <OfflineBanner className="top-14 bar:static" />
      <main
        id="main"
        // The footer stays below the fold while the content is loading.
        className={
          'mx-auto grid min-h-[calc(100dvh-3.5rem)] w-full max-w-[90rem] flex-1 content-start gap-5 p-6 ' +
          'phone:gap-4 phone:px-3 phone:py-4 ' +
          '[&_h1]:text-[1.5rem]'
        }
      >
        <PaletteOnDemand open={isPaletteOpen} onOpenChange={setPaletteOpen} onKeys={() => setKeysOpen(true)} />
        <KeysDialog open={areKeysOpen} onOpenChange={setKeysOpen} />
        <Reasons />
        <div className={`grid content-start gap-5 phone:gap-4 ${isLoaded ? '' : 'invisible'}`}>
          {isSignedIn && (
            <>
              <ApprovalsBanner count={waiting} />
              {unprotected && <SecondFactorBanner isRequired={unprotected.required} />}
            </>
          )}
          {children}
        </div>
      </main>
      {footer}
    </div>
  )
}

export function Top({ onPalette }: { onPalette: () => void }) {
  const { t } = useLingui()
  const { brand } = useSettings()
  const user = useSession((session) => session.user)
  const roles = useRoleNames()
  return (
    <header
      className={
        'sticky top-0 z-6 flex h-14 items-center gap-1 border-b border-line bg-surface px-6 bar:h-auto ' +
        'bar:flex-wrap bar:gap-y-0 bar:px-3'
      }
    >
      <Link className={`${logoClass} me-6 text-[1.125rem] bar:me-0 bar:h-13`} to={paths.dashboard}>
        <Logo brand={brand} />
      </Link>
      <Navigation />
      <PaletteButton onOpen={onPalette} />
      <div className="flex min-w-0 items-center gap-3 bar:h-13 max-sm:gap-1.5 *:flex-none">
        <Link
          to={paths.settings}
          className="min-w-8 shrink! truncate max-w-16 font-medium sm:max-w-48 pointer-coarse:py-3"
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

function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      className={
        'me-3 ms-auto flex min-h-9 flex-none items-center gap-2 rounded-md border border-line-strong bg-surface px-3 ' +
        'text-muted hover:bg-sunken pointer-coarse:min-h-11 bar:me-1'
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

function Navigation() {
  const { t } = useLingui()
  const mayAudit = useMay()('audit')
  const { pathname } = usePlace()
  const nav = useRef<HTMLElement>(null)
  // On phones, the row is wider than the screen. Scrolling forces a layout, so it waits for the frame's own effect.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [pathname])
  return (
    <nav
      ref={nav}
      className="flex gap-1 bar:order-3 bar:-mx-1 bar:w-full bar:overflow-x-auto bar:[scrollbar-width:none]"
      aria-label={t`Main`}
    >
      <Place to={paths.dashboard} may="dashboard" icon={<ChartColumn size={18} />}>
        <Trans>Dashboard</Trans>
      </Place>
      <Place to={paths.users} may="users.list" icon={<Users size={18} />}>{t`Users`}</Place>
      <Place to={paths.reports} may="reports.read" icon={<Flag size={18} />}>{t`Reports`}</Place>
      <Place to={paths.subscriptions} may="subscriptions.list" icon={<CreditCard size={18} />}>
        <Trans>Subscriptions</Trans>
      </Place>
      <Place to={paths.photos} may="photos" icon={<Images size={18} />}>{t`Photos`}</Place>
      <Place to={paths.audit} may="audit" icon={<ScrollText size={18} />}>{t`Audit`}</Place>
      {/* Staff who can read the audit log find transparency next to it. */}
      {!mayAudit && (
        <Place to={paths.transparency} may="transparency" icon={<ScrollText size={18} />}>
          <Trans>Transparency</Trans>
        </Place>
      )}
      <Place to={paths.configuration} may="configuration" icon={<SlidersHorizontal size={18} />}>
        <Trans>Configuration</Trans>
      </Place>
    </nav>
  )
}

const placeClass =
  'relative inline-flex h-9 items-center gap-2 rounded-md px-3 font-medium text-muted no-underline ' +
  'bar:h-11 bar:flex-[1_0_auto] bar:justify-center [&_svg]:flex-none ' +
  // Icons are hidden at widths that are too narrow for them but too wide for the navigation to have its own row.
  '[@media(min-width:1181px)_and_(max-width:1360px)]:[&_svg]:hidden ' +
  'aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-3 ' +
  'aria-[current]:after:-bottom-2.5 aria-[current]:after:h-0.5 ' +
  'aria-[current]:after:bg-accent bar:aria-[current]:after:bottom-0'

type PlaceProps = { to: Path; may: StaffRight; icon: ReactNode; children: ReactNode }

const Place = ({ to, may, icon, children }: PlaceProps) => (
  <IfAllowed may={may}>
    <Link className={placeClass} to={to}>
      {icon}
      {children}
    </Link>
  </IfAllowed>
)
