import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { settings } from '../../api/member-client.ts'
import { refreshProfile } from '../../session/actions.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/pieces.tsx'
import { Switch } from '../../ui/tick.tsx'
import { setTheme, themeNow, type Theme } from '../../ui/theme.ts'
import { Panel } from './panel.tsx'
import { consentsQuery } from './queries.ts'
import { useSaving } from './use-saving.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { Segments } from '../../ui/segments.tsx'

type Consent = { kind: string; version: string; givenAt: string; withdrawnAt: string | null }

const inForce = (consents: readonly Consent[], kind: string) =>
  consents.find((consent) => consent.kind === kind && consent.withdrawnAt === null)

export function ConsentsPanel() {
  const { t } = useLingui()
  const formats = useFormats()
  const queryClient = useQueryClient()
  const saving = useSaving()
  const query = useQuery(consentsQuery)
  const consents = query.data?.data.consents ?? []
  const erasesAt = query.data?.data.erasesAt
  const [withdrawing, setWithdrawing] = useState(false)
  const asksSensitive = consents.some(({ kind }) => kind === 'sensitive_fields')
  const set = async (given: boolean, kind: 'special_category' | 'sensitive_fields' = 'special_category') => {
    setWithdrawing(false)
    await saving.save(kind, async () => {
      await settings.setConsent({ params: { kind }, body: { given } })
      await refreshProfile()
    })
    // The consent affects lists, filters, questions and searches, so everything is refetched.
    await queryClient.invalidateQueries()
  }
  return (
    <Panel id="consents" title={t`What you’ve agreed to`} error={saving.text} needs={query}>
      <Required consents={consents} />
      <Switch
        label={t`Use of my dating preferences, religion and beliefs`}
        hint={t`Without it, we can’t find people for you.`}
        checked={inForce(consents, 'special_category') !== undefined}
        busy={saving.busy}
        note={saving.noteFor('special_category')}
        onChange={({ target }) => (target.checked ? void set(true) : setWithdrawing(true))}
      />
      {asksSensitive && (
        <Switch
          label={t`Use of my sensitive answers`}
          hint={t`Without it, they’re hidden, and erased after 30 days.`}
          checked={inForce(consents, 'sensitive_fields') !== undefined}
          busy={saving.busy}
          note={saving.noteFor('sensitive_fields')}
          onChange={({ target }) => void set(target.checked, 'sensitive_fields')}
        />
      )}
      {erasesAt && (
        <Note tone="warning" live>
          <Trans>
            This is hidden from everyone, and we’ll erase it on {formats.longDay(erasesAt)}. Agree again before then,
            and everything comes back.
          </Trans>
        </Note>
      )}
      <WithdrawDialog open={withdrawing} onClose={() => setWithdrawing(false)} onWithdraw={() => void set(false)} />
    </Panel>
  )
}

function Required({ consents }: { consents: readonly Consent[] }) {
  const { t } = useLingui()
  const formats = useFormats()
  const names = { terms: t`Terms`, age: t`Age 18 or older` }
  return (
    <dl className="grid gap-2">
      {(['terms', 'age'] as const).map((kind) => {
        const consent = inForce(consents, kind)
        return (
          <div key={kind} className="flex flex-wrap justify-between gap-x-4">
            <dt>{names[kind]}</dt>
            <dd className="text-muted">
              {consent ? t`Version ${consent.version}, ${formats.day(consent.givenAt)}` : t`Not given`}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

type DialogProps = { open: boolean; onClose: () => void; onWithdraw: () => void }

function WithdrawDialog({ open, onClose, onWithdraw }: DialogProps) {
  const { t } = useLingui()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Withdraw your consent?`}
      cancel={t`Keep it`}
      go={t`Withdraw consent`}
      tone="danger-solid"
      onGo={onWithdraw}
    >
      <ul className="grid list-disc gap-1 ps-5">
        <li>
          <Trans>
            Who you’d like to meet, your religion, your diet, a gender in your own words, and your answers about faith,
            politics, relationships and health are hidden right away.
          </Trans>
        </li>
        <li>{t`No one can find you, and Discover is paused. Your matches and chats stay.`}</li>
        <li>{t`After 30 days, we erase all of it. Until then, you can agree again and get everything back.`}</li>
      </ul>
    </Dialog>
  )
}

export function ThemePanel() {
  const { t } = useLingui()
  const [theme, choose] = useState<Theme>(themeNow)
  const names: Record<Theme, string> = { system: t`Same as device`, light: t`Light`, dark: t`Dark` }
  return (
    <Panel id="theme" title={t`Appearance`}>
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
