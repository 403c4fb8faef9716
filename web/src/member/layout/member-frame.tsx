import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  Bell,
  ChartColumn,
  Compass,
  Ellipsis,
  Heart,
  LifeBuoy,
  MessageCircle,
  Scale,
  Search,
  UserRound,
} from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { connectLive } from '../../api/live.ts'
import { likesQuery, matchesQuery, notificationsQuery } from '../../api/member-queries.ts'
import { useSettings } from '../../api/settings.ts'
import { startWorker } from '../../api/worker.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Logo, logoClass } from '../../ui/logo.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { small } from '../people/photo.tsx'
import { MoreMenu } from './more-menu.tsx'
import { countClass } from '../../ui/pieces.tsx'

type Props = {
  children: ReactNode
  /** The width of the words: a column to read, or all of the desk for people and conversations. */
  layout?: 'column' | 'wide'
  /** Whether something of its own stands at the foot of a phone. */
  docked?: boolean
}

/** The member's app: a rail on a desk, a bar within reach of a thumb on a phone. */
export function MemberFrame({ children, layout = 'column', docked = false }: Props) {
  const queryClient = useQueryClient()
  const isMember = useSession(({ user }) => user?.isActive === true)
  useEffect(() => {
    if (isMember) connectLive(queryClient)
  }, [isMember, queryClient])
  useEffect(() => void startWorker(), [])
  const counts = useCounts()
  return (
    <div data-area="member" className="grid min-h-screen grid-cols-[14.5rem_minmax(0,1fr)] phone:block phone:pb-16">
      <Rail counts={counts} />
      <main
        id="main"
        className={layout === 'wide' ? 'w-full min-w-0' : 'mx-auto w-full max-w-3xl min-w-0 px-5 py-8 sm:px-8'}
      >
        {children}
      </main>
      <Bar counts={counts} docked={docked} />
    </div>
  )
}

type Counts = { likes: number; chat: number; notifications: number }

/** What is new, for whoever can be met; nobody else is asked for it. */
function useCounts(): Counts {
  const ready = useSession(({ user }) => user?.isActive === true && user.isEmailVerified && user.profileComplete)
  const likes = useQuery({ ...likesQuery, enabled: ready })
  const matches = useQuery({ ...matchesQuery, enabled: ready })
  const notifications = useQuery({ ...notificationsQuery, enabled: ready })
  return {
    likes: likes.data?.data.count ?? likes.data?.data.superlikes.length ?? 0,
    chat: matches.data?.data.matches.reduce((sum, { unread }) => sum + unread, 0) ?? 0,
    notifications: notifications.data?.data.unread ?? 0,
  }
}

const Count = ({ count, label }: { count: number; label: string }) =>
  count > 0 ? (
    <span className={countClass} aria-label={label}>
      {count > 99 ? '99+' : count}
    </span>
  ) : null

function usePlaces(counts: Counts) {
  const { t } = useLingui()
  const news = (count: number) => <Count count={count} label={t`${count} new`} />
  return [
    { to: paths.discover, name: <Trans>Discover</Trans>, Icon: Compass, count: null },
    { to: paths.likes, name: <Trans>Likes</Trans>, Icon: Heart, count: news(counts.likes) },
    { to: paths.matches, name: <Trans>Matches</Trans>, Icon: MessageCircle, count: news(counts.chat) },
    { to: paths.profile, name: <Trans>Profile</Trans>, Icon: UserRound, count: null },
  ]
}

const railLink =
  'flex min-h-(--control) items-center gap-3 rounded-md px-3 font-medium text-ink-2 no-underline [&:hover]:bg-sunken ' +
  'aria-[current]:bg-surface! aria-[current]:text-ink aria-[current]:shadow-edge [&[aria-current]>svg]:text-accent ' +
  '[&>[aria-label]]:ml-auto'

function Rail({ counts }: { counts: Counts }) {
  const { brand } = useSettings()
  const { t } = useLingui()
  return (
    <div className="sticky top-0 flex h-screen flex-col gap-1 px-4 pt-6 pb-5 phone:hidden">
      <Link className={`${logoClass} px-3 pb-6`} to={paths.home}>
        <Logo brand={brand} />
      </Link>
      <nav className="grid gap-1" aria-label={t`Main`}>
        {usePlaces(counts).map(({ to, name, Icon, count }) => (
          <Link key={to} className={railLink} to={to}>
            <Icon className="icon" aria-hidden="true" />
            {name}
            {count}
          </Link>
        ))}
        <Link className={railLink} to={paths.search}>
          <Search className="icon" aria-hidden="true" />
          <Trans>Search</Trans>
        </Link>
        <Link className={railLink} to={paths.notifications}>
          <Bell className="icon" aria-hidden="true" />
          <Trans>Notifications</Trans>
          <Count count={counts.notifications} label={t`${counts.notifications} new`} />
        </Link>
      </nav>
      <Foot />
    </div>
  )
}

function Foot() {
  const user = useSession((session) => session.user)
  return (
    <div className="mt-auto grid gap-1">
      {user?.isAdmin && (
        <Link className={railLink} to={paths.dashboard}>
          <ChartColumn className="icon" aria-hidden="true" />
          <Trans>Back office</Trans>
        </Link>
      )}
      <Link className={railLink} to={paths.premium}>
        <Scale className="icon" aria-hidden="true" />
        <Trans>Premium</Trans>
      </Link>
      <Link className={railLink} to={paths.support}>
        <LifeBuoy className="icon" aria-hidden="true" />
        <Trans>Support</Trans>
      </Link>
      <Link className={railLink} to={paths.settings}>
        <span className="sr-only">
          <Trans>Settings:</Trans>
        </span>
        <Avatar name={user?.firstName ?? '?'} src={small(user?.profilePicture ?? null)} size={28} />
        <span className="min-w-0 truncate" dir="auto">
          {user?.firstName}
        </span>
      </Link>
      <MoreMenu
        trigger={
          <Button tone="ghost" className="justify-start!">
            <Ellipsis className="icon" aria-hidden="true" />
            <Trans>More</Trans>
          </Button>
        }
      />
    </div>
  )
}

const barButton =
  'relative grid content-center justify-items-center gap-0.5 border-0 bg-transparent text-caption ' +
  'font-medium text-muted ' +
  'aria-[current]:text-ink [&>svg]:size-5.5 [&[aria-current]>svg]:text-accent ' +
  '[&>[aria-label]]:absolute [&>[aria-label]]:top-1.5 [&>[aria-label]]:left-[calc(50%+0.375rem)] ' +
  '[&>[aria-label]]:h-4.5 [&>[aria-label]]:min-w-4.5 [&>[aria-label]]:shadow-[0_0_0_2px_var(--surface)]'

function Bar({ counts, docked }: { counts: Counts; docked: boolean }) {
  const { t } = useLingui()
  return (
    <nav
      className={
        'fixed inset-x-0 bottom-0 z-5 grid h-16 grid-cols-[repeat(5,1fr)] border-t bg-surface desk:hidden ' +
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
            <Count count={counts.notifications} label={t`${counts.notifications} new`} />
          </button>
        }
      />
    </nav>
  )
}
