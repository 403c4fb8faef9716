import { VOICE_SECONDS } from '@kindred/contract/chat/voice-notes'
import { Trans, useLingui } from '@lingui/react/macro'
import { Mic, Square } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { clockOf } from './clock.ts'
import { type Recorder, record } from './recorder.ts'
import { canTranscribe, type Transcriber, transcribe } from './transcriber.ts'

type State =
  | { kind: 'ready' }
  | { kind: 'asking' }
  | { kind: 'recording' }
  // The text is what was said, once the browser has written it down, and null if it doesn't.
  | { kind: 'recorded'; recording: Blob; address: string; clientId: string; text: string | null }
  | { kind: 'refused'; why: 'denied' | 'missing' | 'unknown' }

/** Why the browser gave us no microphone. */
const reasonOf = (error: unknown): 'denied' | 'missing' | 'unknown' =>
  !(error instanceof DOMException)
    ? 'unknown'
    : error.name === 'NotAllowedError'
      ? 'denied'
      : error.name === 'NotFoundError'
        ? 'missing'
        : 'unknown'

/** A recording, which begins at once or when `again` is called. */
export function useRecording(startsAtOnce: boolean) {
  const [state, setState] = useState<State>({ kind: startsAtOnce ? 'asking' : 'ready' })
  const [seconds, setSeconds] = useState(0)
  const [level, setLevel] = useState(0)
  const [tries, setTries] = useState(startsAtOnce ? 1 : 0)
  const recorder = useRef<Recorder>(undefined)
  const transcriber = useRef<Transcriber>(undefined)
  const write = useCallback(
    (clientId: string, text: string) =>
      setState((now) => (now.kind === 'recorded' && now.clientId === clientId ? { ...now, text } : now)),
    [],
  )
  const stop = useCallback(async () => {
    // Before the microphone is off.
    const said = transcriber.current?.stop()
    transcriber.current = undefined
    const recording = await recorder.current?.stop()
    recorder.current = undefined
    if (!recording) return
    const [address, clientId] = [URL.createObjectURL(recording), crypto.randomUUID()]
    setState({ kind: 'recorded', recording, address, clientId, text: null })
    const text = await said
    if (text) write(clientId, text)
  }, [write])
  useEffect(() => {
    if (tries === 0) return undefined
    let isOver = false
    const onSound = (heard: number, loud: number) => {
      setSeconds(heard)
      setLevel(loud)
    }
    record(onSound, () => void stop()).then(
      (started) => {
        if (isOver) return started.cancel()
        recorder.current = started
        setState({ kind: 'recording' })
        void startTranscribing(started, () => recorder.current === started).then((begun) => {
          transcriber.current = begun
        })
      },
      (error: unknown) => isOver || setState({ kind: 'refused', why: reasonOf(error) }),
    )
    return () => {
      isOver = true
      recorder.current?.cancel()
      recorder.current = undefined
      transcriber.current?.cancel()
      transcriber.current = undefined
    }
  }, [tries, stop])
  const address = state.kind === 'recorded' ? state.address : undefined
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  const again = () => {
    setSeconds(0)
    setState({ kind: 'asking' })
    setTries(tries + 1)
  }
  return { state, seconds, level, stop, again, write }
}

/** Nothing if the browser can't, or if the recording is over meanwhile. */
async function startTranscribing({ track }: Recorder, isRecording: () => boolean): Promise<Transcriber | undefined> {
  const can = await canTranscribe()
  return can === 'yes' && track && isRecording() ? transcribe(track) : undefined
}

type AgainProps = Pick<ReturnType<typeof useRecording>, 'state' | 'again'>

/** Records once more, where there is something to replace or to try again. */
export const RecordAgain = ({ state, again }: AgainProps) =>
  (state.kind === 'recorded' || state.kind === 'refused') && (
    <Button tone="quiet" className="justify-self-center" onClick={again}>
      <Mic className="icon" size={18} aria-hidden="true" />
      {state.kind === 'recorded' ? <Trans>Record again</Trans> : <Trans>Try again</Trans>}
    </Button>
  )

type Props = Pick<ReturnType<typeof useRecording>, 'state' | 'seconds' | 'level'> & { onStop: () => void }

/** What is being recorded, or was. */
export function Recording({ state, seconds, level, onStop }: Props) {
  const { t } = useLingui()
  const most = clockOf(VOICE_SECONDS)
  if (state.kind === 'refused') return <Refused why={state.why} />
  if (state.kind === 'recorded')
    // eslint-disable-next-line jsx-a11y/media-has-caption -- the member has just said it
    return <audio controls src={state.address} className="w-full" aria-label={t`Your recording`} />
  return (
    <div className="grid justify-items-center gap-3">
      <p className="text-small text-muted" role="status">
        {state.kind === 'asking' ? (
          <Trans>Waiting for your microphone…</Trans>
        ) : (
          <Trans>Recording. It ends after 60 seconds.</Trans>
        )}
      </p>
      <p className="text-title tabular-nums" role="timer">
        {clockOf(seconds)} / {most}
      </p>
      <meter className="w-full" min={0} max={1} value={Math.min(1, level)} aria-label={t`Volume`} />
      <Button data-first disabled={state.kind !== 'recording'} onClick={onStop}>
        <Square className="icon" size={18} aria-hidden="true" />
        <Trans>Stop</Trans>
      </Button>
    </div>
  )
}

const Refused = ({ why }: { why: 'denied' | 'missing' | 'unknown' }) => (
  <p role="alert">
    {why === 'denied' ? (
      <Trans>Your browser doesn’t let us use the microphone. Allow it in the site settings, then try again.</Trans>
    ) : why === 'missing' ? (
      <Trans>We couldn’t find a microphone. Connect one, then try again.</Trans>
    ) : (
      <Trans>We couldn’t start recording. Close other apps that use the microphone, then try again.</Trans>
    )}
  </p>
)
