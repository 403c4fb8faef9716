import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { members } from '../../api/member-client.ts'
import { withRetry } from '../../api/retry.ts'
import { canPush, isPushed, startPush, stopPush } from '../../api/worker.ts'
import { Switch } from '../../ui/tick.tsx'
import { useAction } from '../use-action.ts'
import { Panel } from './panel.tsx'

/** Push notifications of this browser while the page is closed. They never contain the message. */
export function PushPanel() {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const [refused, setRefused] = useState(false)
  const query = useQuery({
    queryKey: ['getNotificationSettings'],
    queryFn: () => withRetry(() => members.getNotificationSettings()),
  })
  const pushed = useQuery({ queryKey: ['subscribePush', 'here'], queryFn: isPushed, enabled: canPush() })
  const publicKey = query.data?.data.pushKey
  const change = (wanted: boolean) =>
    void action.run(async () => {
      if (!wanted) await stopPush()
      else if (publicKey) setRefused(!(await startPush(publicKey)))
      await queryClient.invalidateQueries({ queryKey: ['subscribePush'] })
    })
  if (!canPush() || (query.isSuccess && !publicKey)) return null
  return (
    <Panel
      id="push"
      title={<Trans>Notifications on this device</Trans>}
      lead={<Trans>Even when the app is closed. We say that there’s something new, never what was written.</Trans>}
      needs={query}
      error={
        refused ? t`Your browser blocks notifications. You can allow them in its settings for this site.` : action.text
      }
    >
      <Switch
        label={t`Turn on notifications`}
        checked={pushed.data === true}
        disabled={action.busy || !publicKey}
        onChange={({ target }) => change(target.checked)}
      />
    </Panel>
  )
}
