import type { Match } from '@kindred/contract/matching/matches'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { BellOff } from 'lucide-react'
import { toChat } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { draftOf } from '../chat/drafts.ts'
import { small } from '../people/photo.tsx'

export function Thread({ match, current }: { match: Match; current: boolean }) {
  const { t, i18n } = useLingui()
  const { user, lastMessage, unread } = match
  const draft = draftOf(match._id)
  const said =
    lastMessage && (lastMessage.picture && !lastMessage.text ? t`Photo` : lastMessage.text || t`Deleted message`)
  const line = draft
    ? t`Draft: ${draft}`
    : !lastMessage
      ? t`You matched. Nobody has written yet.`
      : lastMessage.mine
        ? t`You: ${said ?? ''}`
        : (said ?? '')
  return (
    <li>
      <Link
        className={`thread ${unread > 0 ? 'unread' : ''}`}
        {...toChat(match._id)}
        {...(current ? { 'aria-current': 'page' as const } : {})}
      >
        <span className="avwrap">
          <Avatar name={user.firstName} src={small(user.profilePicture)} size={48} />
          {user.isOnline && (
            <span className="on">
              <span className="sr">{t`Online`}</span>
            </span>
          )}
        </span>
        <span className="trunc">
          <span className="l1" dir="auto">
            {user.firstName}
            {match.muted && <BellOff className="ml-1.5 inline" size={14} aria-label={t`Muted`} />}
          </span>
          <br />
          <span className="l2" dir="auto">
            {line}
          </span>
        </span>
        <span className="side">
          <time dateTime={lastMessage?.at ?? match.createdAt}>
            {i18n.date(new Date(lastMessage?.at ?? match.createdAt), { day: 'numeric', month: 'short' })}
          </time>
          {unread > 0 && (
            <span className="count" aria-label={t`${unread} unread`}>
              {unread}
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}
