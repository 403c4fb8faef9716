import { Trans } from '@lingui/react/macro'
import { Download, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { errorText } from '../api/error-text.ts'
import { toast } from '../ui/toast.tsx'
import type { Exported } from './export-list.ts'

/** Downloads a whole list as a file. The download shows its progress and can be canceled. */
function useExport(exported: Exported) {
  const [rows, setRows] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const load = async (): Promise<void> => {
    const control = new AbortController()
    running.current = control
    setRows(0)
    try {
      const { exportList } = await import('./export-list.ts')
      await exportList(exported, setRows, control.signal)
    } catch (error) {
      if (!control.signal.aborted) toast({ text: errorText(error), bad: true })
    } finally {
      setRows(undefined)
    }
  }
  return { rows, load, cancel: () => running.current?.abort() }
}

type Props = {
  exported: Exported
  progress: (rows: number) => string
}

export function ExportButton({ exported, progress }: Props) {
  const { rows, load, cancel } = useExport(exported)
  if (rows === undefined)
    return (
      <Button tone="quiet" onClick={() => void load()}>
        <Download size={16} />
        <Trans>Export</Trans>
      </Button>
    )
  return (
    <span className="flex items-center gap-2">
      <span className="text-small text-muted tabular-nums" role="status">
        {progress(rows)}
      </span>
      <Button tone="quiet" onClick={cancel}>
        <X size={16} />
        <Trans>Cancel export</Trans>
      </Button>
    </span>
  )
}
