import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { Link } from '../../router/link.tsx'
import { connectLive, onLive } from '../../api/live.ts'
import { startWorker } from '../../api/worker.ts'
import { refreshProfile } from '../../session/actions.ts'
import { useSession } from '../../session/store.ts'
import { bannerHeight, OfflineBanner } from '../../ui/offline-banner.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { hearCall } from '../call/start-call.ts'
import { MoreMenu } from './more-menu.tsx'
import { PhoneHeader } from './phone-header.tsx'
import { type Counts, useCounts, usePlaces } from './places.tsx'
import { Rail } from './rail.tsx'

const Calls = lazy(() => import('../call/calls.tsx'))

type Props = {
  children: ReactNode
  /** The width of the words: a column to read, or all of the desk for people and conversations. */
  layout?: 'column' | 'wide'
  /** Whether the screen has its own bar at the bottom of a phone. */
  docked?: boolean
  /** Whether the screen has its own bar at the top of a phone. */
  barred?: boolean
}

const frameClass =
  'grid min-h-screen grid-cols-[16.5rem_minmax(0,1fr)] slim:grid-cols-[5.5rem_minmax(0,1fr)] ' +
  'phone:block phone:pb-16 short:pb-0 short:ps-20'

/** The member's app: a rail on a desk, a bar within reach of a thumb on a phone. */
export function MemberFrame({ children, layout = 'column', docked = false, barred = false }: Props) {
  const queryClient = useQueryClient()
  const isActive = useSession(({ user }) => user?.isActive)
  const isMember = isActive === true
  useEffect(() => {
    if (!isMember) return
    const stop = onLive(hearCall)
    connectLive(queryClient)
    return stop
  }, [isMember, queryClient])
  useEffect(() => {
    if (isActive !== false) return
    // A suspension ends by itself, and no event reaches anyone who is restricted.
    const clock = setInterval(() => void refreshProfile(), 60_000)
    return () => clearInterval(clock)
  }, [isActive])
  useEffect(() => void startWorker(), [])
  const counts = useCounts()
  return (
    <div data-area="member" className={frameClass}>
      <Rail counts={counts} />
      <main id="main" className="w-full min-w-0" style={bannerHeight(useOnline())}>
        <OfflineBanner />
        {!barred && <PhoneHeader />}
        {layout === 'wide' ? (
          children
        ) : (
          <div className="mx-auto max-w-3xl px-5 py-8 sm:px-8 phone:pt-2">{children}</div>
        )}
      </main>
      <Bar counts={counts} docked={docked} />
      <Suspense>{isMember && <Calls />}</Suspense>
    </div>
  )
}

const barButton =
  'relative grid content-center justify-items-center gap-0.5 border-0 bg-transparent text-caption ' +
  'font-medium text-muted ' +
  'aria-[current]:text-ink [&>svg]:size-5.5 [&[aria-current]>svg]:text-accent ' +
  '[&>[aria-label]]:absolute [&>[aria-label]]:top-1.5 [&>[aria-label]]:inset-s-[calc(50%+0.375rem)] ' +
  '[&>[aria-label]]:h-4.5 [&>[aria-label]]:min-w-4.5 [&>[aria-label]]:shadow-[0_0_0_2px_var(--surface)]'

function Bar({ counts, docked }: { counts: Counts; docked: boolean }) {
  const { t } = useLingui()
  return (
    <nav
      className={
        'fixed inset-x-0 bottom-0 z-5 grid h-16 grid-cols-[repeat(5,1fr)] border-t bg-surface desk:hidden ' +
        'short:top-0 short:inset-e-auto short:h-auto short:w-20 short:grid-cols-1 short:border-t-0 short:border-e ' +
        'short:border-line ' +
        `${docked ? 'border-transparent' : 'border-line'}`
      }
      aria-label={t`Main`}
    >
      {usePlaces(counts).map(({ to, name, Icon, count }) => (
        <Link key={to} className={`${barButton} no-underline`} to={to}>
          <Icon className="icon" aria-hidden="true" />
          {name}
          {count}
        </Link>
      ))}
      <MoreMenu
        trigger={
          <button type="button" className={barButton}>
            <Ellipsis size={22} aria-hidden="true" />
            <Trans>More</Trans>
          </button>
        }
      />
    </nav>
  )
}
