import { Trans } from '@lingui/react/macro'
import { Download, X } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { useExport, type Exported } from './use-export.ts'

type Props = {
  exported: Exported
  /** How far the export is. */
  progress: (rows: number) => string
}

/** Exports everything that matches the filters. While the file loads, it shows the progress and a way to cancel. */
export function ExportButton({ exported, progress }: Props) {
  const { rows, load, cancel } = useExport(exported)
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
        {progress(rows)}
      </span>
      <Button tone="quiet" onClick={cancel}>
        <X size={16} aria-hidden="true" />
        <Trans>Cancel export</Trans>
      </Button>
    </span>
  )
}
