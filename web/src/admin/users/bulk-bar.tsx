import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import type { Decision } from './use-users.ts'

/** What can be done to those who are chosen. */
export function BulkBar({ chosen, onDone }: { chosen: ReadonlySet<string>; onDone: () => void }) {
  const { t } = useLingui()
  const [to, setTo] = useState<Decision>()
  if (chosen.size === 0) return null
  return (
    <section
      className="flex flex-wrap items-center gap-3 border-y border-line bg-sunken px-4 py-2"
      aria-label={t`Chosen users`}
    >
      <b role="status">
        <Plural value={chosen.size} one="# user chosen" other="# users chosen" />
      </b>
      <Button tone="quiet" size="sm" onClick={() => setTo('activate')}>
        <Trans>Activate …</Trans>
      </Button>
      <Button tone="danger" size="sm" onClick={() => setTo('deactivate')}>
        <Trans>Deactivate …</Trans>
      </Button>
      <Button tone="ghost" size="sm" onClick={onDone}>
        <Trans>Choose nobody</Trans>
      </Button>
      {to && <BulkDialog ids={[...chosen]} to={to} onClose={() => setTo(undefined)} onDone={onDone} />}
    </section>
  )
}
