import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { members } from '../../api/member-client.ts'
import { notificationsQuery } from '../../api/member-queries.ts'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { usePage } from '../../ui/page.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { Groups } from './rows.tsx'

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
          <span className="flex flex-wrap gap-2">
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
              <Groups rows={data.notifications} onRead={(id) => void read([id])} />
            )
          }
        </Loaded>
      </div>
    </MemberFrame>
  )
}
