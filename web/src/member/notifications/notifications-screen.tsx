import type { Notification } from '@kindred/contract/delivery/notifications'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { members } from '../../api/member-client.ts'
import { notificationsQuery } from '../../api/member-queries.ts'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { HrefLink, Link } from '../../router/link.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { usePage } from '../../ui/page.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { dotClass, hollowDotClass } from '../../ui/classes.ts'

export default function NotificationsScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const query = useQuery(notificationsQuery)
  usePage(t`Notifications`, brand)
  const read = async (ids?: string[]) => {
    await members.readNotifications({ body: ids ? { ids } : {} })
    await queryClient.invalidateQueries({ queryKey: ['listNotifications'] })
  }
  return (
    <MemberFrame>
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1>
            <Trans>Notifications</Trans>
          </h1>
          <span className="flex gap-2">
            <Button tone="quiet" size="sm" disabled={!query.data?.data.unread} onClick={() => void read()}>
              <Trans>Mark all as read</Trans>
            </Button>
            <Link className={buttonClass('ghost', 'sm')} to={paths.settings} hash="notifications">
              <Trans>Settings</Trans>
            </Link>
          </span>
        </div>
        <Loaded query={query}>
          {({ data }) =>
            data.notifications.length === 0 ? (
              <EmptyState title={t`Nothing new`}>
                <Trans>You’ll see new matches, likes and replies here.</Trans>
              </EmptyState>
            ) : (
              <Rows rows={data.notifications} onRead={(id) => void read([id])} />
            )
          }
        </Loaded>
      </div>
    </MemberFrame>
  )
}

const toTheMinute = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
/** Likes have no finer time than their day, which is the server's. */
const dayOnly = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const

function Rows({ rows, onRead }: { rows: readonly Notification[]; onRead: (id: string) => void }) {
  const { i18n } = useLingui()
  return (
    <ul className="card grid p-2!">
      {rows.map(({ _id, kind, text, link, at, read }) => (
        <li key={_id}>
          <HrefLink
            href={link}
            className="flex min-h-11 items-center gap-3 rounded-md px-3 py-2 text-ink no-underline hover:bg-sunken"
            onClick={() => onRead(_id)}
          >
            <span className={read ? `${hollowDotClass} invisible` : dotClass} aria-hidden="true" />
            <span className={`min-w-0 flex-1 ${read ? 'text-ink-2' : 'font-medium'}`} dir="auto">
              {!read && (
                <span className="sr-only">
                  <Trans>New:</Trans>{' '}
                </span>
              )}
              {text}
            </span>
            <time className="text-small text-muted whitespace-nowrap" dateTime={at}>
              {i18n.date(new Date(at), kind === 'like' ? dayOnly : toTheMinute)}
            </time>
          </HrefLink>
        </li>
      ))}
    </ul>
  )
}
