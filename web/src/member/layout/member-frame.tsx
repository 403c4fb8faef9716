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
import { Logo } from '../../ui/logo.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import '../frame.css'
import { small } from '../people/photo.tsx'
import { MoreMenu } from './more-menu.tsx'

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
    <div data-area="member" className="app">
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
    <span className="count" aria-label={label}>
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

function Rail({ counts }: { counts: Counts }) {
  const { brand } = useSettings()
  const { t } = useLingui()
  return (
    <div className="rail">
      <Link className="logo" to={paths.home}>
        <Logo brand={brand} />
      </Link>
      <nav className="grid gap-1" aria-label={t`Main`}>
        {usePlaces(counts).map(({ to, name, Icon, count }) => (
          <Link key={to} className="nav" to={to}>
            <Icon className="i" aria-hidden="true" />
            {name}
            {count}
          </Link>
        ))}
        <Link className="nav" to={paths.search}>
          <Search className="i" aria-hidden="true" />
          <Trans>Search</Trans>
        </Link>
        <Link className="nav" to={paths.notifications}>
          <Bell className="i" aria-hidden="true" />
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
    <div className="end">
      {user?.isAdmin && (
        <Link className="nav" to={paths.dashboard}>
          <ChartColumn className="i" aria-hidden="true" />
          <Trans>Back office</Trans>
        </Link>
      )}
      <Link className="nav" to={paths.premium}>
        <Scale className="i" aria-hidden="true" />
        <Trans>Premium</Trans>
      </Link>
      <Link className="nav" to={paths.support}>
        <LifeBuoy className="i" aria-hidden="true" />
        <Trans>Support</Trans>
      </Link>
      <Link className="nav" to={paths.settings}>
        <span className="sr">
          <Trans>Settings:</Trans>
        </span>
        <Avatar name={user?.firstName ?? '?'} src={small(user?.profilePicture ?? null)} size={28} />
        <span className="trunc" dir="auto">
          {user?.firstName}
        </span>
      </Link>
      <MoreMenu
        trigger={
          <Button tone="ghost" className="justify-start!">
            <Ellipsis className="i" aria-hidden="true" />
            <Trans>More</Trans>
          </Button>
        }
      />
    </div>
  )
}

const barButton =
  'grid content-center justify-items-center gap-0.5 border-0 bg-transparent text-caption font-medium text-muted'

function Bar({ counts, docked }: { counts: Counts; docked: boolean }) {
  const { t } = useLingui()
  return (
    <nav className={`bottomnav ${docked ? 'docked' : ''}`} aria-label={t`Main`}>
      {usePlaces(counts).map(({ to, name, Icon, count }) => (
        <Link key={to} to={to}>
          <Icon className="i" aria-hidden="true" />
          {name}
          {count}
        </Link>
      ))}
      <MoreMenu
        trigger={
          <button type="button" className={`relative ${barButton}`}>
            <Ellipsis size={22} aria-hidden="true" />
            <Trans>More</Trans>
            <Count count={counts.notifications} label={t`${counts.notifications} new`} />
          </button>
        }
      />
    </nav>
  )
}
