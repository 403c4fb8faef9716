import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { sendVoiceNote } from '../../api/voice-notes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { RecordAgain, Recording, useRecording } from './recording.tsx'
import { Transcript } from './transcript.tsx'

type Props = {
  matchId: string
  name: string
  replyTo: string | undefined
  /** True while the button is held: letting go ends the recording. */
  isHeld: boolean
  onClose: () => void
  onSent: () => void
}

/** Records a voice note. Nothing leaves the device before the member taps Send. */
export default function VoiceDialog({ matchId, name, replyTo, isHeld, onClose, onSent }: Props) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const wasHeld = useRef(isHeld)
  const { state, seconds, levels, stop, again, write } = useRecording(true)
  const letGo = useEffectEvent(() => void stop())
  useEffect(() => {
    if (!isHeld && wasHeld.current) letGo()
    wasHeld.current = isHeld
  }, [isHeld])
  const [isTextSent, setTextSent] = useState(true)
  const [progress, setProgress] = useState<number>()
  const [problem, setProblem] = useState('')
  const send = async () => {
    if (state.kind !== 'recorded') return
    const { recording, clientId } = state
    const text = isTextSent ? (state.text ?? '').trim() : ''
    setProblem('')
    setProgress(0)
    try {
      await sendVoiceNote({ matchId, clientId, replyTo, recording, text }, setProgress)
      await queryClient.invalidateQueries({ queryKey: ['listMessages', matchId] })
      onSent()
    } catch (error) {
      setProblem(errorText(error))
      setProgress(undefined)
    }
  }
  const isSending = progress !== undefined
  return (
    <Dialog
      onClose={onClose}
      title={t`Voice note to ${name}`}
      go={t`Send`}
      busy={isSending}
      disabled={state.kind !== 'recorded'}
      onGo={() => void send()}
    >
      <Recording state={state} seconds={seconds} levels={levels} isHeld={isHeld} onStop={() => void stop()} />
      {state.kind === 'recorded' && (
        <Transcript
          label={t`Include transcript`}
          text={state.text}
          isSent={isTextSent}
          onText={(text) => write(state.clientId, text)}
          onSent={setTextSent}
        />
      )}
      {!isSending && <RecordAgain state={state} again={again} />}
      {isSending && <progress className="w-full" value={progress} aria-label={t`Sending voice note`} />}
      {problem && (
        <p className="text-danger" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
