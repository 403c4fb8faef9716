import { setFreshData } from '../../api/fresh-data.ts'
import { oneOf } from '../../api/params.ts'
import type { NotificationKind, NotificationSettings } from '@kindred/contract/delivery/notifications'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { members } from '../../api/member-client.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/tick.tsx'
import { Panel } from './panel.tsx'
import { useSaving } from './use-saving.ts'
import { notificationSettingsQuery } from './queries.ts'

/** The kinds of notifications that have settings, in display order. */
const kinds = ['match', 'message', 'superlike', 'like', 'report'] as const satisfies readonly NotificationKind[]

export function NotificationsPanel() {
  const { t } = useLingui()
  const saving = useSaving()
  const queryClient = useQueryClient()
  const query = useQuery(notificationSettingsQuery)
  const set = query.data?.data.settings
  const names: Record<(typeof kinds)[number], string> = {
    match: t`Matches`,
    message: t`Messages`,
    superlike: t`Super likes`,
    like: t`Likes`,
    report: t`Replies to my reports`,
  }
  const save = (name: string, change: Parameters<typeof members.setNotificationSettings>[0]) =>
    void saving.save(name, async () =>
      setFreshData(queryClient, notificationSettingsQuery.queryKey, await members.setNotificationSettings(change)),
    )
  const quiet: NotificationSettings['quiet'] = set?.quiet ?? null
  return (
    <Panel
      id="notifications"
      title={t`Email notifications`}
      lead={t`You see everything in the app. Emails tell you that there’s news, but never quote messages.`}
      needs={query}
      error={saving.text}
    >
      {kinds.map((kind) => (
        <SelectField
          key={kind}
          label={names[kind]}
          value={set?.kinds[kind].mail}
          note={saving.noteFor(kind)}
          onChange={({ target }) => {
            const mail = oneOf(['now', 'daily', 'off'], target.value)
            if (set && mail) save(kind, { body: { kinds: { [kind]: { ...set.kinds[kind], mail } } } })
          }}
        >
          <option value="now">{t`Right away`}</option>
          <option value="daily">{t`Once a day`}</option>
          <option value="off">{t({ message: 'Never', context: 'frequency' })}</option>
        </SelectField>
      ))}
      <Switch
        label={t`Quiet hours`}
        hint={t`No emails between these hours, your time.`}
        checked={quiet !== null}
        note={saving.noteFor('quiet')}
        onChange={({ target }) => save('quiet', { body: { quiet: target.checked ? { from: 22, to: 7 } : null } })}
      />
      {quiet && <QuietHours quiet={quiet} onChange={(hours) => save('quiet', { body: { quiet: hours } })} />}
    </Panel>
  )
}

type Quiet = NonNullable<NotificationSettings['quiet']>
const hours = Array.from({ length: 24 }, (_, hour) => hour)

function QuietHours({ quiet, onChange }: { quiet: Quiet; onChange: (quiet: Quiet) => void }) {
  const { t } = useLingui()
  return (
    <div className="grid grid-cols-2 gap-3">
      {(['from', 'to'] as const).map((end) => (
        <SelectField
          key={end}
          label={end === 'from' ? t`From` : t`Until`}
          value={quiet[end]}
          onChange={({ target }) => onChange({ ...quiet, [end]: Number(target.value) })}
        >
          {hours.map((hour) => (
            <option key={hour} value={hour}>{`${String(hour).padStart(2, '0')}:00`}</option>
          ))}
        </SelectField>
      ))}
    </div>
  )
}
