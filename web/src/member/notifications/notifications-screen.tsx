import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { members } from '../../api/member-client.ts'
import { notificationsQuery } from '../../api/member-queries.ts'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { Groups } from './rows.tsx'

export default function NotificationsScreen() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const query = useQuery(notificationsQuery)
  usePage(t`Notifications`)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const read = async (ids?: string[]) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await members.readNotifications({ body: ids ? { ids } : {} })
      await queryClient.invalidateQueries({ queryKey: ['listNotifications'] })
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <MemberFrame>
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1>{t`Notifications`}</h1>
          <span className="-my-1.5 flex flex-wrap gap-2">
            <Button tone="quiet" size="sm" busy={busy} disabled={!query.data?.data.unread} onClick={() => void read()}>
              <Trans>Mark all as read</Trans>
            </Button>
            <Link className={buttonClass('ghost', 'sm')} to={paths.settings} hash="notifications">{t`Settings`}</Link>
          </span>
        </div>
        <ErrorNote>{problem}</ErrorNote>
        <Loaded query={query}>
          {({ data }) =>
            data.notifications.length === 0 ? (
              <EmptyState title={t`Nothing new`}>{t`You’ll see new matches, likes and replies here.`}</EmptyState>
            ) : (
              <Groups rows={data.notifications} onRead={(id) => void read([id])} />
            )
          }
        </Loaded>
      </div>
    </MemberFrame>
  )
}
