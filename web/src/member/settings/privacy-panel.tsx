import { oneOf } from '../../api/params.ts'
import type { PrivacySettings } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { members } from '../../api/member-client.ts'
import { useSettings } from '../../api/settings.ts'
import { refreshProfile } from '../../session/actions.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/pieces.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/tick.tsx'
import { usePreferences, useSaveFilters } from '../discover/use-filters.ts'
import { Panel } from './panel.tsx'
import { useSaving } from './use-saving.ts'

export function PrivacyPanel() {
  const { t } = useLingui()
  const saving = useSaving()
  const queryClient = useQueryClient()
  const { house } = useSettings()
  const set = useSession(({ user }) => user?.settings)
  if (!set) return null
  const save = (name: keyof PrivacySettings, change: Partial<PrivacySettings>) =>
    void saving.save(name, async () => {
      const { showLastActive } = change
      if (showLastActive === undefined) await members.setPrivacy({ body: change })
      else await members.showLastActive({ body: { showLastActive } })
      await refreshProfile()
      await queryClient.invalidateQueries({ queryKey: ['getPreferences'] })
    })
  const flag = (key: Exclude<keyof PrivacySettings, 'units' | 'photoBlur'>) => ({
    checked: set[key],
    busy: saving.busy,
    note: saving.noteFor(key),
    onChange: ({ target }: { target: { checked: boolean } }) => save(key, { [key]: target.checked }),
  })
  return (
    <Panel id="privacy" title={t`Privacy`} error={saving.text}>
      <Switch label={t`Show when I was last active`} hint={<ActivityHint />} {...flag('showLastActive')} />
      <Switch
        label={t`Read receipts`}
        hint={t`If you turn this off, you won’t see other people’s read receipts.`}
        {...flag('receipts')}
      />
      <Switch
        label={t`Hide my age`}
        hint={t`People who filter by age won’t find you, and you won’t find them.`}
        {...flag('hideAge')}
      />
      <Switch
        label={t`Hide my gender`}
        hint={t`Your profile shows no gender, pronouns or orientation. People who look for one gender can still guess it.`}
        {...flag('hideGender')}
      />
      {!house?.place && (
        <Switch
          label={t`Hide how far away I am`}
          hint={t`People who filter by distance won’t find you, and you won’t find them.`}
          {...flag('hideDistance')}
        />
      )}
      <Unseen />
      <Switch label={t`Incognito`} hint={t`Only people you like can see you. Free.`} {...flag('incognito')} />
      <Switch
        label={t`Snooze`}
        hint={t`You’re hidden, and Discover is paused. You keep your matches and chats.`}
        {...flag('paused')}
      />
      {house?.chatPhotos !== false && (
        <SelectField
          label={t`Blur photos in chat`}
          hint={t`First photos are blurred until you open one from that person. A blurred photo isn’t loaded.`}
          value={set.photoBlur}
          note={saving.noteFor('photoBlur')}
          onChange={({ target }) =>
            save('photoBlur', { photoBlur: oneOf(['first', 'always', 'never'], target.value) ?? set.photoBlur })
          }
        >
          <option value="first">{t`First photos`}</option>
          <option value="always">{t`Always`}</option>
          <option value="never">{t`Never`}</option>
        </SelectField>
      )}
      {!house?.units && !house?.place && (
        <SelectField
          label={t`Show distances in`}
          value={set.units}
          note={saving.noteFor('units')}
          onChange={({ target }) => save('units', { units: oneOf(['km', 'miles'], target.value) ?? set.units })}
        >
          <option value="km">{t`Kilometers`}</option>
          <option value="miles">{t`Miles`}</option>
        </SelectField>
      )}
    </Panel>
  )
}

/** Warns that hiding the distance while limiting it makes the member invisible to everyone. */
function Unseen() {
  const { wanted, notice } = usePreferences()
  const save = useSaveFilters()
  if (notice?.kind !== 'unseen' || wanted?.distance === null) return null
  return (
    <Note tone="warning" live>
      <p>{notice.text}</p>
      <Button
        size="sm"
        tone="quiet"
        className="mt-2"
        busy={save.isPending}
        onClick={() => save.mutate({ distance: null })}
      >
        <Trans>Remove the distance limit</Trans>
      </Button>
    </Note>
  )
}

const ActivityHint = () => (
  <Trans>
    If you turn this off, you won’t see when others were active, and neither of you gets read receipts or typing
    indicators.
  </Trans>
)
