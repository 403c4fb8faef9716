import type { Match } from '@kindred/contract/matching/matches'
import { useLingui } from '@lingui/react/macro'
import { BellOff } from 'lucide-react'
import { toChat } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { draftOf } from '../chat/drafts.ts'
import { countClass } from '../../ui/pieces.tsx'

export function Thread({ match, current }: { match: Match; current: boolean }) {
  const { t, i18n } = useLingui()
  const { user, lastMessage, unread } = match
  const draft = draftOf(match._id)
  const lastText =
    lastMessage && (lastMessage.picture && !lastMessage.text ? t`Photo` : lastMessage.text || t`Deleted message`)
  const line = draft
    ? t`Draft: ${draft}`
    : !lastMessage
      ? t`You matched! Say hello.`
      : lastMessage.mine
        ? t`You: ${lastText ?? ''}`
        : (lastText ?? '')
  return (
    <li>
      <Link
        className={
          'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-md p-3 text-inherit ' +
          'no-underline aria-[current]:bg-sunken'
        }
        {...toChat(match._id)}
        {...(current ? { 'aria-current': 'page' as const } : {})}
      >
        <span className="relative">
          <Avatar name={user.firstName} src={user.profilePicture} size={48} />
          {user.isOnline && (
            <span
              className={'absolute right-0 bottom-0 size-3 rounded-full bg-positive shadow-[0_0_0_2px_var(--surface)]'}
            >
              <span className="sr-only">{t`Online`}</span>
            </span>
          )}
        </span>
        <span className="min-w-0 truncate">
          <span className="font-medium" dir="auto">
            {user.firstName}
            {match.muted && <BellOff className="ml-1.5 inline" size={14} aria-label={t`Muted`} />}
          </span>
          <br />
          <span className={`text-small ${unread > 0 ? 'font-medium text-ink' : 'text-muted'}`} dir="auto">
            {line}
          </span>
        </span>
        <span className="grid justify-items-end gap-0.5 self-start">
          <time className="text-caption/6 text-muted" dateTime={lastMessage?.at ?? match.createdAt}>
            {i18n.date(new Date(lastMessage?.at ?? match.createdAt), { day: 'numeric', month: 'short' })}
          </time>
          {unread > 0 && (
            <span className={countClass} aria-label={t`${unread} unread`}>
              {unread}
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}
