import { Trans } from '@lingui/react/macro'
import { Download, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { BASE } from '../api/base.ts'
import { errorText, texts } from '../api/error-text.ts'
import { CallFailed } from '../api/failure.ts'
import { readerLanguage } from '../api/reader-language.ts'
import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toast.tsx'
import { type ReasonPrompt, withReason } from './access-reasons.ts'

const LINE = 10

type Exported = {
  /** The key under which the reason is remembered. */
  subject: string
  prompt: ReasonPrompt
  /** Explains what to do if staff give no reason. */
  declined: string
  issueTicket: (input: { reason?: string }) => Promise<{ data: { ticket: string } }>
  path: string
  query: Record<string, string>
  file: string
}

/**
 * Downloads a whole list as a file. A link can't carry credentials, so the page requests a ticket first. The download
 * shows its progress and can be canceled.
 */
function useExport({ subject, prompt, declined, issueTicket, path, query, file }: Exported) {
  const [rows, setRows] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const load = async (): Promise<void> => {
    const control = new AbortController()
    running.current = control
    setRows(0)
    try {
      const { ticket } = (await withReason(subject, declined, issueTicket, prompt)).data
      const address = `${BASE}${path}?${new URLSearchParams({ ...query, ticket })}`
      saveFile(
        await received(
          await fetch(address, {
            headers: { 'accept-language': readerLanguage() },
            signal: control.signal,
          }),
          setRows,
        ),
        file,
      )
    } catch (error) {
      if (!control.signal.aborted) toast({ text: errorText(error), bad: true })
    } finally {
      setRows(undefined)
    }
  }
  return { rows, load, cancel: () => running.current?.abort() }
}

/** Counts the rows while the file arrives. The first line is the header. */
async function received(answer: Response, onRows: (rows: number) => void): Promise<Blob> {
  if (!answer.ok || !answer.body) throw new CallFailed('no-answer', texts.networkOnTheWay)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let lines = 0
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts, { type: 'text/csv' })
    parts.push(value)
    for (const byte of value) if (byte === LINE) lines++
    onRows(Math.max(0, lines - 1))
  }
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
