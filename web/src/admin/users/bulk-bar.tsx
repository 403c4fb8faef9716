import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import type { Decision, Filters } from './use-users.ts'

type Props = {
  chosen: ReadonlySet<string>
  /** How many are shown, and how many fit in all. */
  shown: number
  fitting: number
  filters: Filters
  onDone: () => void
}

/** What can be done to those who are chosen; where all that are shown are, to everybody who fits, too. */
export function BulkBar({ chosen, shown, fitting, filters, onDone }: Props) {
  const { t, i18n } = useLingui()
  const [to, setTo] = useState<Decision>()
  const [wide, setWide] = useState(false)
  if (chosen.size === 0) return null
  const all = chosen.size === shown && fitting > shown
  const everybody = wide && all
  return (
    <section
      className="flex flex-wrap items-center gap-3 border-y border-line bg-sunken px-4 py-2"
      aria-label={t`Chosen users`}
    >
      <b role="status">
        {everybody ? (
          <Trans>All {i18n.number(fitting)} users who fit</Trans>
        ) : (
          <Plural value={chosen.size} one="# user chosen" other="# users chosen" />
        )}
      </b>
      {all && !wide && (
        <Button tone="ghost" size="sm" onClick={() => setWide(true)}>
          <Trans>Choose all {i18n.number(fitting)} who fit</Trans>
        </Button>
      )}
      <Button tone="quiet" size="sm" onClick={() => setTo('activate')}>
        <Trans>Activate …</Trans>
      </Button>
      <Button tone="danger" size="sm" onClick={() => setTo('deactivate')}>
        <Trans>Deactivate …</Trans>
      </Button>
      <Button
        tone="ghost"
        size="sm"
        onClick={() => {
          setWide(false)
          onDone()
        }}
      >
        <Trans>Choose nobody</Trans>
      </Button>
      {to && (
        <BulkDialog
          whom={everybody ? { filters } : { ids: [...chosen] }}
          to={to}
          onClose={() => setTo(undefined)}
          onDone={onDone}
        />
      )}
    </section>
  )
}
