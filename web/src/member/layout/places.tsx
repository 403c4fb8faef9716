import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Compass, Heart, MessageCircle, Search, UserRound } from 'lucide-react'
import { likesQuery, matchesQuery, notificationsQuery } from '../../api/member-queries.ts'
import { paths } from '../../paths.ts'
import { usePlace } from '../../router/place.ts'
import { useSession } from '../../session/store.ts'
import { formatsOf } from '../../ui/formats.ts'
import { countClass } from '../../ui/pieces.tsx'
import { useVisible } from '../../ui/use-visible.ts'
import { useIsQuiet } from '../use-is-quiet.ts'

export type Counts = { likes: number; areMoreLikes: boolean; chat: number; notifications: number }

/**
 * The numbers of new items, requested only for members who can meet people. The open chat doesn't count, because what is
 * new in it is read at once. Every other item counts on every page until it is read.
 */
export function useCounts(): Counts {
  const ready = useSession(
    ({ user }) => user?.isActive === true && user.isEmailVerified && user.profileComplete && !user.admission,
  )
  const likes = useQuery({ ...likesQuery, enabled: ready })
  const matches = useQuery({ ...matchesQuery, enabled: ready })
  const notifications = useQuery({ ...notificationsQuery, enabled: ready })
  const { pathname } = usePlace()
  const isVisible = useVisible()
  const isOpenChat = (link: string) => isVisible && link === pathname && link.startsWith('/chat/')
  return {
    likes: likes.data?.data.count ?? likes.data?.data.superlikes.length ?? 0,
    // Without Premium, the number is a lower bound.
    areMoreLikes: likes.data?.data.people === null && likes.data.data.count !== null,
    chat:
      matches.data?.data.matches
        .filter(({ _id }) => !isOpenChat(`/chat/${_id}`))
        .reduce((sum, { unread }) => sum + unread, 0) ?? 0,
    notifications:
      notifications.data?.data.notifications.filter(({ read, link }) => !read && !isOpenChat(link)).length ?? 0,
  }
}

/** The pages that the settings lead to, and that have no tab of their own. */
const behindSettings: readonly string[] = [paths.questions, paths.premium, paths.checkout, paths.support]

/** The attributes of a link in the navigation that stands for the pages behind it as well. */
export function currentBehind(to: string, pathname: string) {
  const isBehind =
    to === paths.matches
      ? pathname.startsWith('/chat/') || pathname === paths.dates
      : to === paths.profile
        ? behindSettings.includes(pathname) || pathname === paths.settings
        : to === paths.settings && behindSettings.includes(pathname)
  return isBehind ? { 'aria-current': 'true' as const } : {}
}

type CountProps = { count: number; label: string; areMore?: boolean }

/** In quiet mode, a dot. */
export function Count({ count, label, areMore = false }: CountProps) {
  const { i18n } = useLingui()
  const isQuiet = useIsQuiet()
  const { atLeast } = formatsOf(i18n)
  if (count === 0) return null
  if (isQuiet) return <Dot />
  return (
    <span className={countClass} aria-label={label}>
      {areMore || count > 99 ? atLeast(Math.min(count, 99)) : count}
    </span>
  )
}

function Dot() {
  const { t } = useLingui()
  return (
    <span
      className="block size-2.5! min-w-0! flex-none rounded-full bg-accent"
      role="img"
      aria-label={t`Something new`}
    />
  )
}

/** A conversation is behind the tab of matches. */
export const tabs = [paths.discover, paths.search, paths.likes, paths.matches, '/chat/next', paths.profile]

export function usePlaces(counts: Counts) {
  const { t } = useLingui()
  const news = (count: number) => <Count count={count} label={t`${count} new`} />
  const likes = counts.areMoreLikes ? (
    <Count count={counts.likes} label={t`${counts.likes} or more new`} areMore />
  ) : (
    news(counts.likes)
  )
  return [
    { to: paths.discover, name: <Trans>Discover</Trans>, Icon: Compass, count: null },
    { to: paths.search, name: <Trans context="noun">Search</Trans>, Icon: Search, count: null },
    { to: paths.likes, name: <Trans>Likes</Trans>, Icon: Heart, count: likes },
    { to: paths.matches, name: <Trans>Matches</Trans>, Icon: MessageCircle, count: news(counts.chat) },
    { to: paths.profile, name: <Trans>Profile</Trans>, Icon: UserRound, count: null },
  ]
}
