import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { settings } from '../../api/member-client.ts'
import { Switch } from '../../ui/tick.tsx'
import { setTheme, themeNow, type Theme } from '../../ui/page.ts'
import { Panel } from './panel.tsx'
import { consentsQuery } from './queries.ts'
import { useSaving } from './use-saving.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { Segments } from '../../ui/segments.tsx'

export function ConsentsPanel() {
  const { t } = useLingui()
  const formats = useFormats()
  const queryClient = useQueryClient()
  const saving = useSaving()
  const query = useQuery(consentsQuery)
  const consents = query.data?.data.consents ?? []
  const current = (kind: string) => consents.find((consent) => consent.kind === kind && consent.withdrawnAt === null)
  const names = {
    terms: t`Terms`,
    age: t`Being 18 or older`,
    special_category: t`Using who I’d like to meet`,
  }
  const set = async (given: boolean) => {
    await saving.save('consent', () => settings.setConsent({ params: { kind: 'special_category' }, body: { given } }))
    await queryClient.invalidateQueries(consentsQuery)
  }
  return (
    <Panel id="consents" title={<Trans>What you’ve agreed to</Trans>} error={saving.text} needs={query}>
      <dl className="grid gap-2">
        {(['terms', 'age'] as const).map((kind) => {
          const consent = current(kind)
          return (
            <div key={kind} className="flex flex-wrap justify-between gap-x-4">
              <dt>{names[kind]}</dt>
              <dd className="text-muted">
                {consent ? (
                  <Trans>
                    Version {consent.version}, {formats.day(consent.givenAt)}
                  </Trans>
                ) : (
                  <Trans>Not given</Trans>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      <Switch
        label={names.special_category}
        hint={t`Without it, we can’t find people for you.`}
        checked={current('special_category') !== undefined}
        disabled={saving.busy}
        note={saving.noteFor('consent')}
        onChange={({ target }) => void set(target.checked)}
      />
    </Panel>
  )
}

export function ThemePanel() {
  const { t } = useLingui()
  const [theme, choose] = useState<Theme>(themeNow)
  const names: Record<Theme, string> = { system: t`Same as device`, light: t`Light`, dark: t`Dark` }
  return (
    <Panel id="theme" title={<Trans>Appearance</Trans>}>
      <Segments className="justify-self-start" label={t`Appearance`}>
        {(['system', 'light', 'dark'] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={theme === each}
            onClick={() => {
              setTheme(each)
              choose(each)
            }}
          >
            {names[each]}
          </button>
        ))}
      </Segments>
    </Panel>
  )
}
