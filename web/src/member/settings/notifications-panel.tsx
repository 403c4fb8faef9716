import { setFreshData } from '../../api/fresh-data.ts'
import { oneOf } from '../../api/params.ts'
import type { NotificationKind, NotificationSettings } from '@kindred/contract/delivery/notifications'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { members } from '../../api/member-client.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/tick.tsx'
import { HourField } from './hour-field.tsx'
import { Panel } from './panel.tsx'
import { useSaving } from './use-saving.ts'
import { notificationSettingsQuery } from './queries.ts'

/** The kinds of notifications that have settings, in display order. */
const kinds = [
  'match',
  'message',
  'superlike',
  'like',
  'search',
  'report',
] as const satisfies readonly NotificationKind[]

type Change = Partial<Pick<NotificationSettings, 'quiet'>> & { kinds?: Partial<NotificationSettings['kinds']> }

/** Shows a change at once, and saves one change at a time, because one end of the quiet hours is sent with the other. */
function useChange() {
  const queryClient = useQueryClient()
  const { queryKey } = notificationSettingsQuery
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return (body: Change) => {
    // A pending response would bring back the old settings.
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (before) => {
      if (!before) return before
      const { settings } = before.data
      return {
        data: { ...before.data, settings: { ...settings, ...body, kinds: { ...settings.kinds, ...body.kinds } } },
      }
    })
    const saved = last.current
      .catch(() => {})
      .then(async () => {
        const answer = await members.setNotificationSettings({ body })
        if (last.current === saved) setFreshData(queryClient, queryKey, answer)
      })
    last.current = saved
    return saved.catch((error: unknown) => {
      void queryClient.invalidateQueries({ queryKey })
      throw error
    })
  }
}

export function NotificationsPanel() {
  const { t } = useLingui()
  const saving = useSaving()
  const change = useChange()
  const query = useQuery(notificationSettingsQuery)
  const set = query.data?.data.settings
  const names: Record<(typeof kinds)[number], string> = {
    match: t`Matches`,
    message: t`Messages`,
    superlike: t`Super likes`,
    like: t`Likes`,
    search: t`New people in saved searches`,
    report: t`Replies to my reports`,
  }
  const save = (name: string, changed: Change) => void saving.save(name, () => change(changed))
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
            if (set && mail) save(kind, { kinds: { [kind]: { ...set.kinds[kind], mail } } })
          }}
        >
          {/* People who fit a saved search are collected for a day. */}
          {kind !== 'search' && <option value="now">{t`Right away`}</option>}
          <option value="daily">{t`Once a day`}</option>
          <option value="off">{t({ message: 'Never', context: 'frequency' })}</option>
        </SelectField>
      ))}
      <Switch
        label={t`Quiet hours`}
        hint={t`No emails between these hours, your time.`}
        checked={quiet !== null}
        note={saving.noteFor('quiet')}
        onChange={({ target }) => save('quiet', { quiet: target.checked ? { from: 22, to: 7 } : null })}
      />
      {quiet && <QuietHours quiet={quiet} onChange={(hours) => save('quiet', { quiet: hours })} />}
    </Panel>
  )
}

type Quiet = NonNullable<NotificationSettings['quiet']>

function QuietHours({ quiet, onChange }: { quiet: Quiet; onChange: (quiet: Quiet) => void }) {
  const { t } = useLingui()
  return (
    <div className="grid grid-cols-2 gap-3">
      {(['from', 'to'] as const).map((end) => (
        <HourField
          key={end}
          label={end === 'from' ? t`From` : t`Until`}
          value={quiet[end]}
          onChange={(hour) => onChange({ ...quiet, [end]: hour })}
        />
      ))}
    </div>
  )
}
