import { LONGEST_TRANSCRIPT } from '@kindred/contract/chat/voice-notes'
import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Tick } from '../../ui/tick.tsx'
import { canTranscribe, downloadLanguage } from './transcriber.ts'

type Props = {
  label: string
  text: string | null
  isSent: boolean
  onText: (text: string) => void
  onSent: (isSent: boolean) => void
}

const shortened = (text: string) => [...text].slice(0, LONGEST_TRANSCRIPT).join('')

/**
 * The transcript of a recording, which can be corrected or left out. Renders nothing if the browser can't transcribe.
 */
export function Transcript({ label, text, isSent, onText, onSent }: Props) {
  const { t } = useLingui()
  if (text === null) return <Offer />
  return (
    <div className="grid gap-3">
      <TextArea
        label={t`Transcript`}
        hint={t`Transcribed on this device. You can edit it.`}
        value={text}
        rows={3}
        disabled={!isSent}
        onChange={({ target }) => onText(shortened(target.value))}
      />
      <Tick label={label} checked={isSent} onChange={({ target }) => onSent(target.checked)} />
    </div>
  )
}

/** Offers to download the language, which some browsers need first. */
function Offer() {
  const { t } = useLingui()
  const [state, setState] = useState<'none' | 'offered' | 'busy' | 'done' | 'failed'>('none')
  useEffect(() => {
    let isOver = false
    void canTranscribe().then((can) => {
      if (can === 'once downloaded' && !isOver) setState('offered')
    })
    return () => void (isOver = true)
  }, [])
  const download = async () => {
    setState('busy')
    setState((await downloadLanguage()) ? 'done' : 'failed')
  }
  if (state === 'none') return null
  if (state === 'done' || state === 'failed')
    return (
      <p className="text-small" role="status">
        {state === 'done'
          ? t`Downloaded. Record again to get a transcript.`
          : t`The download didn’t work. You can use the recording without a transcript.`}
      </p>
    )
  return (
    <div className="grid gap-2 rounded-md bg-sunken p-3">
      <p className="text-small">
        <Trans>
          Your browser can transcribe your recording on this device. It needs to download your language first.
        </Trans>
      </p>
      <Button tone="quiet" busy={state === 'busy'} onClick={() => void download()}>
        <Download className="icon" size={18} />
        {t`Download language`}
      </Button>
    </div>
  )
}
