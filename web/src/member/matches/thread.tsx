import type { Message } from '@kindred/contract/chat/conversations'
import type { Match } from '@kindred/contract/matching/matches'
import { Trans, useLingui } from '@lingui/react/macro'
import { BellOff } from 'lucide-react'
import { toChatOf, toMessage } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { draftOf } from '../chat/drafts.ts'
import { Count } from '../layout/places.tsx'
import { isSameDay } from '../../ui/relative-time.ts'
import { useNow } from '../../ui/use-now.ts'
import { snippetOf } from './snippet.ts'

type Props = {
  match: Match
  current: boolean
  hit: Message | undefined
  wanted: string
  /** The list is limited to matches of this kind, and stays so. */
  kind?: string | undefined
}

/** Says that a match is one of friends. */
export const FriendsBadge = () => (
  <span className="flex-none text-caption text-muted">
    <Trans>Friends</Trans>
  </span>
)

const onlineClass = 'absolute inset-e-0 bottom-0 size-3 rounded-full bg-positive shadow-[0_0_0_2px_var(--surface)]'

export function Thread({ match, current, hit, wanted, kind }: Props) {
  const { t, i18n } = useLingui()
  const now = useNow()
  const { user, lastMessage, unread } = match
  const line = useLine(match)
  const at = hit?.createdAt ?? lastMessage?.at ?? match.createdAt
  return (
    <li>
      <Link
        className={
          'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-md p-3 text-inherit ' +
          'no-underline aria-[current]:bg-sunken'
        }
        {...(hit ? toMessage(match._id, hit.seq) : toChatOf(match._id, kind))}
        {...(current ? { 'aria-current': 'page' as const } : {})}
      >
        <span className="relative">
          <Avatar name={user.firstName} src={user.profilePicture} size={48} />
          {user.isOnline && (
            <span className={onlineClass}>
              <span className="sr-only">{t`Online`}</span>
            </span>
          )}
        </span>
        <span className="min-w-0">
          <span className="flex items-center gap-1.5">
            <span className="min-w-0 truncate font-medium" dir="auto">
              {user.firstName}
            </span>
            {match.kind === 'friends' && <FriendsBadge />}
            {match.muted && <BellOff className="flex-none" size={14} aria-label={t`Muted`} />}
          </span>
          <span
            className={`block truncate text-small ${unread > 0 ? 'font-medium text-ink' : 'text-muted'}`}
            dir="auto"
          >
            {hit?.text ? <Found text={hit.text} wanted={wanted} /> : line}
          </span>
        </span>
        <span className="grid justify-items-end gap-0.5 self-start">
          <time className="text-caption/6 text-muted" dateTime={at}>
            {i18n.date(new Date(at), formatOf(at, now))}
          </time>
          <Count count={unread} label={t`${unread} unread`} />
        </span>
      </Link>
    </li>
  )
}

/** The last line of a conversation, or the draft in it. */
export function useLine({ _id, lastMessage }: Match): string {
  const { t } = useLingui()
  const draft = draftOf(_id)
  if (draft) return t`Draft: ${draft}`
  if (!lastMessage) return t`You matched! Say hello.`
  const { picture, voice, call, text, mine } = lastMessage
  const preview = () => (voice ? t`Voice note` : text || (picture ? t`Photo` : t`Deleted message`))
  if (call) return mine ? t`No answer` : t`Missed call`
  return mine ? t`You: ${preview()}` : preview()
}

const WEEK = 7 * 86_400_000

const formatOf = (at: string, now: number): Intl.DateTimeFormatOptions =>
  isSameDay(Date.parse(at), now)
    ? { timeStyle: 'short' }
    : now - Date.parse(at) < WEEK
      ? { weekday: 'short' }
      : { day: 'numeric', month: 'short' }

function Found({ text, wanted }: { text: string; wanted: string }) {
  const { before, hit, after } = snippetOf(text, wanted)
  return (
    <>
      {before}
      <mark className="rounded-sm bg-warning-soft text-warning-soft-ink">{hit}</mark>
      {after}
    </>
  )
}
