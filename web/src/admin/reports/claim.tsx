import type { Report } from '@kindred/contract/moderation/report'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { backOffice } from '../../api/staff-client.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { usePageKeys } from '../../ui/list-keys.ts'
import { useNow } from '../../ui/use-now.ts'
import { IfAllowed } from '../if-allowed.tsx'
import { noteOwnChange } from './own-changes.ts'
import { useReportsChanged } from './use-reports.ts'
import { useWatchers } from './watchers.tsx'

type Props = { report: Report; onFailure: (error: unknown) => void }

/** The person who works on the report. It is offered for claiming only while no one does. */
export function Claim({ report: { _id: id, assignee }, onFailure }: Props) {
  const { t, i18n } = useLingui()
  const now = useNow()
  const own = useSession((session) => session.user?._id)
  const changed = useReportsChanged()
  const claim = useMutation({
    mutationFn: () => backOffice.claimReport({ params: { id } }),
    onSuccess: ({ data }) => {
      noteOwnChange(data.report)
      changed()
    },
    onError: onFailure,
  })
  const release = useMutation({
    mutationFn: () => backOffice.releaseReport({ params: { id } }),
    onSuccess: changed,
    onError: onFailure,
  })
  const { data } = useWatchers(id)
  const held = data?.claim && Date.parse(data.claim.until) > now ? data.claim : undefined
  const isOther = held !== undefined && held.by._id !== own
  const isMine = assignee?._id === own && !isOther
  usePageKeys({ c: isMine || isOther ? undefined : () => claim.mutate() })
  const name = held?.by.name
  const until = held && i18n.date(new Date(held.until), { timeStyle: 'short' })
  if (isOther)
    return (
      <div className="grid justify-items-start gap-2">
        <p>
          <Trans>
            <bdi>{name}</bdi> is working on this report until {until}, or longer while it’s open.
          </Trans>
        </p>
        <IfAllowed may="users.role">
          <Button size="sm" tone="quiet" busy={release.isPending} onClick={() => release.mutate()}>{t`Release`}</Button>
        </IfAllowed>
      </div>
    )
  if (isMine) return <p className="text-muted">{t`You’re working on this report.`}</p>
  return (
    <>
      {assignee && <p className="text-muted">{t`Assigned to ${assignee.name}`}</p>}
      <Button
        size="sm"
        tone="quiet"
        className="justify-self-start"
        aria-keyshortcuts="c"
        busy={claim.isPending}
        onClick={() => claim.mutate()}
      >{t`Assign to me`}</Button>
    </>
  )
}
