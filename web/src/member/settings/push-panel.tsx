import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { canPush, startPush, stopPush } from '../../api/worker.ts'
import { Switch } from '../../ui/tick.tsx'
import { Panel } from './panel.tsx'
import { useSaving } from './use-saving.ts'
import { pushedQuery } from './pushed.ts'
import { notificationSettingsQuery } from './queries.ts'

/** Push notifications in this browser, for when the page is closed. They never contain the message. */
export function PushPanel() {
  const { t } = useLingui()
  const saving = useSaving()
  const queryClient = useQueryClient()
  const [refused, setRefused] = useState(false)
  const query = useQuery(notificationSettingsQuery)
  const pushed = useQuery(pushedQuery)
  const publicKey = query.data?.data.pushKey
  const change = (wanted: boolean) =>
    void saving.save('push', async () => {
      if (!wanted) await stopPush()
      else if (publicKey) setRefused(!(await startPush(publicKey)))
      await queryClient.invalidateQueries(pushedQuery)
    })
  if (!canPush() || (query.isSuccess && !publicKey)) return null
  return (
    <Panel
      id="push"
      title={t`Notifications on this device`}
      lead={t`Even when the app is closed. Notifications never show message text.`}
      needs={query}
      error={
        refused ? t`Your browser blocks notifications. You can allow them in its settings for this site.` : saving.text
      }
    >
      <Switch
        label={t`Turn on notifications`}
        checked={pushed.data === true}
        note={refused ? '' : saving.noteFor('push')}
        busy={saving.busy}
        disabled={!publicKey}
        onChange={({ target }) => change(target.checked)}
      />
    </Panel>
  )
}
