import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Bell, ChartColumn, LogOut, type LucideIcon, Settings } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Link } from '../../router/link.tsx'
import { preload } from '../../router/navigation.ts'
import { usePlace } from '../../router/place.ts'
import { connectLive, onServerEvent } from '../../api/live.ts'
import { startWorker } from '../../api/worker.ts'
import { logout, refreshProfile } from '../../session/actions.ts'
import { useSession } from '../../session/store.ts'
import { bannerHeight, OfflineBanner } from '../../ui/offline-banner.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { handleCallEvent } from '../call/start-call.ts'
import { Protected } from '../abroad/protected.tsx'
import { YourTurn } from '../matches/your-turn-host.tsx'
import { PhoneHeader } from './phone-header.tsx'
import { Count, type Counts, currentBehind, tabs, useCounts, usePlaces } from './places.tsx'
import { useSettings } from '../../api/settings.ts'
import { homeOf, type Path, paths } from '../../paths.ts'
import { Logo, logoClass } from '../../ui/logo.tsx'

const railLink =
  'flex min-h-(--control) items-center gap-2.5 rounded-md px-3 font-medium text-ink-2 no-underline ' +
  '[&:hover]:bg-sunken aria-[current]:bg-surface! aria-[current]:text-ink aria-[current]:shadow-edge ' +
  '[&[aria-current]>svg]:text-accent [&>[aria-label]]:ms-auto ' +
  'slim:relative slim:min-h-14 slim:flex-col slim:justify-center slim:gap-0.5 slim:px-0 slim:text-center ' +
  'slim:text-caption slim:[&>[aria-label]]:absolute slim:[&>[aria-label]]:top-1 ' +
  'slim:[&>[aria-label]]:inset-s-[calc(50%+0.375rem)]'

type RailLinkProps = { to: Path; Icon: LucideIcon; children: ReactNode; 'aria-current'?: 'true' }

const RailLink = ({ to, Icon, children, ...current }: RailLinkProps) => (
  <Link className={railLink} to={to} {...current}>
    <Icon className="icon" />
    {children}
  </Link>
)

function Rail({ counts }: { counts: Counts }) {
  const { brand } = useSettings()
  const { pathname } = usePlace()
  const { t } = useLingui()
  return (
    <div className="sticky top-0 flex h-screen flex-col gap-1 overflow-y-auto px-3 pt-6 pb-5 slim:px-1 phone:hidden">
      <Link
        className={`${logoClass} px-3 pb-6 slim:justify-center slim:[&>span]:sr-only slim:[&>svg]:bg-(image:--logo-small,var(--logo))`}
        to={useSession(homeOf)}
      >
        <Logo brand={brand} />
      </Link>
      <nav className="grid gap-1" aria-label={t`Main`}>
        {usePlaces(counts).map(({ to, name, Icon, count }) => (
          <RailLink key={to} to={to} Icon={Icon} {...(to === paths.matches && currentBehind(to, pathname))}>
            {name}
            {count}
          </RailLink>
        ))}
        <RailLink to={paths.notifications} Icon={Bell}>
          <Trans>Notifications</Trans>
          <Count count={counts.notifications} label={t`${counts.notifications} new`} />
        </RailLink>
      </nav>
      <Foot />
    </div>
  )
}

function Foot() {
  const user = useSession((session) => session.user)
  const { pathname } = usePlace()
  return (
    <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-1">
      {user?.staffRole && (
        <RailLink to={paths.dashboard} Icon={ChartColumn}>
          <Trans>Back office</Trans>
        </RailLink>
      )}
      <RailLink to={paths.settings} Icon={Settings} {...currentBehind(paths.settings, pathname)}>
        <Trans>Settings</Trans>
      </RailLink>
      <button type="button" className={`${railLink} border-0 bg-transparent text-start`} onClick={() => logout()}>
        <LogOut className="icon" />
        <Trans>Sign out</Trans>
      </button>
    </div>
  )
}

const TermsNews = lazy(() => import('./terms-news.tsx'))
const Calls = lazy(() => import('../call/calls.tsx'))

type Props = {
  children: ReactNode
  /** A column for reading, or the full width for people and conversations. */
  layout?: 'column' | 'wide'
  /** True if the screen has its own bar at the top of a phone. */
  barred?: boolean
  /** The page that the screen's bar leads back to on a phone. */
  back?: Path
  /** True if nothing may cover the screen's own button on a phone, such as one that pays. */
  alone?: boolean
  /** True if the screen needs all of a phone, such as a conversation. Its own bar leads back. */
  whole?: boolean
}

const frameClass =
  'grid min-h-screen grid-cols-[16.5rem_minmax(0,1fr)] slim:grid-cols-[5.5rem_minmax(0,1fr)] phone:block'
const besideBarClass = 'phone:pb-13 short:pb-0 short:ps-20'

/** The frame of the member's app: a rail on desktops, and a bar within reach of the thumb on phones. */
export const MemberFrame = (props: Props) => (
  <Protected>
    <Frame {...props} />
  </Protected>
)

/** By then, the page has what it needs itself. */
const PRELOAD_AFTER = 5000

function Frame({ children, layout = 'column', barred = false, whole = false, back, alone = whole }: Props) {
  const queryClient = useQueryClient()
  const isActive = useSession(({ user }) => user?.isActive)
  const isMember = isActive === true
  useEffect(() => {
    if (!isMember) return
    const stop = onServerEvent(handleCallEvent)
    connectLive(queryClient)
    return stop
  }, [isMember, queryClient])
  useEffect(() => {
    if (isActive !== false) return
    // A suspension can expire, and restricted members receive no events.
    const clock = setInterval(() => void refreshProfile(), 60_000)
    return () => clearInterval(clock)
  }, [isActive])
  useEffect(() => void startWorker(), [])
  useEffect(() => {
    // The worker keeps the code of the tabs, so that they open without a connection.
    if (!isMember || !navigator.serviceWorker?.controller) return
    const timer = setTimeout(() => tabs.forEach((tab) => void preload(tab)), PRELOAD_AFTER)
    return () => clearTimeout(timer)
  }, [isMember])
  const counts = useCounts()
  const { documents } = useSettings()
  const mustAgree = useSession(({ missingConsents }) => missingConsents.includes('acceptNewTerms'))
  const hasNews = mustAgree || (documents !== undefined && documents.coming.length > 0)
  return (
    <div data-area="member" className={`${frameClass} ${alone ? '' : besideBarClass}`}>
      <Rail counts={counts} />
      <main id="main" className="w-full min-w-0" style={bannerHeight(useOnline())}>
        <OfflineBanner />
        {!barred && <PhoneHeader back={back} />}
        {hasNews && !whole && (
          <Suspense>
            <TermsNews />
          </Suspense>
        )}
        {layout === 'wide' ? (
          children
        ) : (
          <div className="mx-auto max-w-3xl px-5 py-8 sm:px-8 phone:pt-2">{children}</div>
        )}
      </main>
      {!alone && <Bar counts={counts} />}
      <Suspense>{isMember && <Calls />}</Suspense>
      <YourTurn />
    </div>
  )
}

const barButton =
  'relative grid grid-cols-[minmax(0,1fr)] content-center justify-items-center gap-0.5 rounded-md text-caption -outline-offset-2 ' +
  'font-medium text-muted ' +
  'aria-[current]:text-ink [&>svg]:size-5.5 [&[aria-current]>svg]:text-accent ' +
  '[&>[aria-label]]:absolute [&>[aria-label]]:top-0.5 [&>[aria-label]]:inset-s-[calc(50%+0.375rem)] ' +
  '[&>[aria-label]]:h-4.5 [&>[aria-label]]:min-w-4.5 [&>[aria-label]]:shadow-[0_0_0_2px_var(--surface)]'

function Bar({ counts }: { counts: Counts }) {
  const { t } = useLingui()
  const { pathname } = usePlace()
  return (
    <nav
      className={
        'fixed inset-x-0 bottom-0 z-5 grid h-13 grid-cols-5 border-t border-line bg-surface desk:hidden ' +
        // An open keyboard leaves no room for it.
        'pointer-coarse:in-[:has(main_:is(textarea,input:not([type=checkbox],[type=radio],[type=range])):focus)]:hidden ' +
        'short:top-0 short:inset-e-auto short:h-auto short:w-20 short:grid-cols-1 short:border-t-0 short:border-e'
      }
      aria-label={t`Main`}
    >
      {usePlaces(counts).map(({ to, name, Icon, count }) => (
        <Link key={to} className={`${barButton} no-underline`} to={to} {...currentBehind(to, pathname)}>
          <Icon className="icon" />
          <span className="max-w-full truncate">{name}</span>
          {count}
        </Link>
      ))}
    </nav>
  )
}
