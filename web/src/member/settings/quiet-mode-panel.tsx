import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { setFreshData } from '../../api/fresh-data.ts'
import { members } from '../../api/member-client.ts'
import { refreshProfile } from '../../session/actions.ts'
import { useSession } from '../../session/store.ts'
import { Switch } from '../../ui/tick.tsx'
import { HourField } from './hour-field.tsx'
import { Panel } from './panel.tsx'
import { notificationSettingsQuery } from './queries.ts'
import { useSaving } from './use-saving.ts'

/** In the evening, most people have time to read. */
const USUAL_HOUR = 19

export function QuietModePanel() {
  const { t } = useLingui()
  const saving = useSaving()
  const queryClient = useQueryClient()
  const hour = useSession(({ user }) => user?.settings.handfulHour)
  const save = (handfulHour: number | null) =>
    void saving.save('hour', async () => {
      const answer = await members.setNotificationSettings({ body: { handfulHour } })
      setFreshData(queryClient, notificationSettingsQuery.queryKey, answer)
      await refreshProfile()
      await queryClient.invalidateQueries({ queryKey: ['discover'] })
      await queryClient.invalidateQueries({ queryKey: ['listNotifications'] })
    })
  return (
    <Panel
      id="quiet-mode"
      title={t`Quiet mode`}
      lead={t`Meet people in small doses: six a day in Discover, and no counters.`}
      error={saving.text}
    >
      <Switch
        label={t`Quiet mode`}
        hint={t`Notifications about likes and matches arrive at the time you choose. Messages still arrive right away. Free.`}
        checked={hour !== undefined}
        busy={saving.busy}
        note={saving.noteFor('hour')}
        onChange={({ target }) => save(target.checked ? USUAL_HOUR : null)}
      />
      {hour !== undefined && (
        <HourField
          label={t`Show new people at`}
          hint={t`If you change the time, new people appear 20 hours after the last ones at the earliest.`}
          value={hour}
          onChange={save}
        />
      )}
    </Panel>
  )
}
