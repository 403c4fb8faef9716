import type { Notification, NotificationKind } from '@kindred/contract/delivery/notifications'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import {
  CreditCard,
  Flag,
  Heart,
  MessageCircle,
  Scale,
  ShieldCheck,
  Sparkles,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { matchesQuery } from '../../api/member-queries.ts'
import { HrefLink } from '../../router/link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { dotClass, hollowDotClass } from '../../ui/classes.ts'
import { isSameDay, spanOf } from '../../ui/relative-time.ts'
import { useNow } from '../../ui/use-now.ts'
import { SenderMenu } from './sender-menu.tsx'

const icons: Record<NotificationKind, LucideIcon> = {
  match: Users,
  like: Heart,
  message: MessageCircle,
  superlike: Sparkles,
  search: Users,
  report: Flag,
  decision: Scale,
  subscription: CreditCard,
  security: ShieldCheck,
}

type Props = { rows: readonly Notification[]; onRead: (id: string) => void }

export function Groups({ rows, onRead }: Props) {
  const { t } = useLingui()
  const now = useNow()
  const isToday = ({ at }: Notification) => isSameDay(Date.parse(at), now)
  const groups: [id: string, name: string, rows: readonly Notification[]][] = [
    ['today', t`Today`, rows.filter(isToday)],
    ['earlier', t`Earlier`, rows.filter((row) => !isToday(row))],
  ]
  return groups.map(
    ([id, name, those]) =>
      those.length > 0 && (
        <section key={id} className="grid gap-2" aria-labelledby={id}>
          <h2 id={id} className="text-body!">
            {name}
          </h2>
          <ul className="card grid p-2!">
            {those.map((row) => (
              <Row key={row._id} row={row} now={now} onRead={onRead} />
            ))}
          </ul>
        </section>
      ),
  )
}

function Row({ row, now, onRead }: { row: Notification; now: number } & Pick<Props, 'onRead'>) {
  const { _id, text, link, at, read, person } = row
  return (
    <li className="flex items-center">
      <HrefLink
        href={link}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-md px-3 py-2 text-ink no-underline hover:bg-sunken"
        onClick={() => onRead(_id)}
      >
        <Face row={row} />
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <span className={`min-w-0 grow basis-48 wrap-anywhere ${read ? 'text-ink-2' : 'font-medium'}`}>
            {!read && (
              <span className="sr-only">
                <Trans>New:</Trans>{' '}
              </span>
            )}
            {text}
          </span>
          <When row={row} at={at} now={now} />
        </span>
        <span className={`text-accent ${read ? `${hollowDotClass} invisible` : dotClass}`} aria-hidden="true" />
      </HrefLink>
      {person && <SenderMenu person={person} />}
    </li>
  )
}

/** The person's photo if the notification links to a chat, or else an icon for its kind. */
function Face({ row: { kind, link } }: { row: Notification }) {
  const matches = useQuery(matchesQuery).data?.data.matches
  const user = matches?.find(({ _id }) => link === `/chat/${_id}`)?.user
  const Icon = icons[kind]
  return user ? (
    <Avatar name={user.firstName} src={user.profilePicture} size={40} />
  ) : (
    <span className="grid size-10 flex-none place-items-center rounded-full bg-sunken text-ink-2">
      <Icon size={20} />
    </span>
  )
}

const DAY = 24 * 60 * 60_000

function When({ row: { kind }, at, now }: { row: Notification; at: string; now: number }) {
  const { i18n } = useLingui()
  const moment = new Date(at)
  const date = (options: Intl.DateTimeFormatOptions) => i18n.date(moment, options)
  const span = spanOf(moment.getTime(), now)
  const days = Math.floor(now / DAY) - Math.floor(moment.getTime() / DAY)
  // Likes have no hour, and the heading says “Today”.
  if (kind === 'like' && days <= 0) return null
  const relative = new Intl.RelativeTimeFormat(i18n.locales, { numeric: 'auto' })
  return (
    <time
      className="text-small whitespace-nowrap text-muted"
      dateTime={at}
      title={kind === 'like' ? undefined : date({ dateStyle: 'long', timeStyle: 'short' })}
    >
      {kind === 'like'
        ? // Likes have only a day, in the server's time zone.
          days < 7
          ? relative.format(-days, 'day')
          : date({ day: 'numeric', month: 'short', timeZone: 'UTC' })
        : span
          ? relative.format(-span.value, span.unit)
          : date({ day: 'numeric', month: 'short' })}
    </time>
  )
}
