import { Trans } from '@lingui/react/macro'
import { Download, X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useCountText } from '../count-text.ts'
import { useExport } from './use-export.ts'
import type { Filters } from './use-users.ts'

/** Exports all matching users. While the file loads, it shows the progress and a way to cancel. */
export function ExportButton({ filters, fitting }: { filters: Filters; fitting: number }) {
  const countText = useCountText()
  const { rows, load, cancel } = useExport(filters)
  if (rows === undefined)
    return (
      <Button tone="quiet" onClick={() => void load()}>
        <Download size={16} aria-hidden="true" />
        <Trans>Export</Trans>
      </Button>
    )
  return (
    <span className="flex items-center gap-2">
      <span className="text-small text-muted tabular-nums" role="status">
        <Trans>
          {countText(rows)} of {countText(Math.max(rows, fitting), filters.search === '' ? 'all' : 'so far')}
        </Trans>
      </span>
      <Button tone="quiet" onClick={cancel}>
        <X size={16} aria-hidden="true" />
        <Trans>Cancel export</Trans>
      </Button>
    </span>
  )
}
