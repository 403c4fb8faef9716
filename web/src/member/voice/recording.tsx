import { VOICE_RATE, VOICE_SECONDS } from '@kindred/contract/chat/voice-notes'
import { Trans, useLingui } from '@lingui/react/macro'
import { Mic, Square } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { clockOf } from './clock.ts'
import { Player, Waveform } from './player.tsx'
import { canTranscribe, transcribe, type Transcriber } from './transcriber.ts'
import worklet from './recorder-worklet.ts?worker&url'

type Recorder = {
  track: MediaStreamTrack | undefined
  stop: () => Promise<Blob>
  cancel: () => void
}

type SoundListener = (seconds: number, level: number) => void

/** Records from the microphone. `onSound` receives the duration and level, and `onFull` is called at the time limit. */
async function record(onSound: SoundListener, onFull: () => void): Promise<Recorder> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  })
  const context = new AudioContext()
  const end = () => {
    for (const track of stream.getTracks()) track.stop()
    if (context.state !== 'closed') void context.close()
  }
  try {
    await context.audioWorklet.addModule(worklet)
    await context.resume()
  } catch (error) {
    end()
    throw error
  }
  const chunks: Float32Array[] = []
  const max = VOICE_SECONDS * context.sampleRate
  let length = 0
  const node = new AudioWorkletNode(context, 'recorder')
  node.port.addEventListener('message', ({ data }: MessageEvent<Float32Array>) => {
    if (length >= max) return
    chunks.push(data)
    length += data.length
    onSound(length / context.sampleRate, Math.max(...data.map(Math.abs)))
    if (length >= max) onFull()
  })
  node.port.start()
  context.createMediaStreamSource(stream).connect(node)
  return {
    track: stream.getAudioTracks()[0],
    cancel: end,
    stop: () => {
      const { sampleRate } = context
      end()
      return toWav(chunks, length, sampleRate)
    },
  }
}

/** Resamples a recording to the rate that the server accepts. The result may be a few samples too long. */
async function toWav(chunks: readonly Float32Array[], length: number, rate: number): Promise<Blob> {
  const count = Math.min(Math.round((length / rate) * VOICE_RATE), VOICE_RATE * VOICE_SECONDS)
  const offline = new OfflineAudioContext(1, Math.max(1, count), VOICE_RATE)
  const original = offline.createBuffer(1, Math.max(1, length), rate)
  let at = 0
  for (const chunk of chunks) {
    original.copyToChannel(new Float32Array(chunk), 0, at)
    at += chunk.length
  }
  const source = offline.createBufferSource()
  source.buffer = original
  source.connect(offline.destination)
  source.start()
  return wavOf((await offline.startRendering()).getChannelData(0))
}

const HEADER = 44

function wavOf(samples: Float32Array): Blob {
  const view = new DataView(new ArrayBuffer(HEADER + samples.length * 2))
  const write = (at: number, text: string) => {
    for (let index = 0; index < text.length; index++) view.setUint8(at + index, text.charCodeAt(index))
  }
  write(0, 'RIFF')
  view.setUint32(4, view.byteLength - 8, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, VOICE_RATE, true)
  view.setUint32(28, VOICE_RATE * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, samples.length * 2, true)
  for (const [at, sample] of samples.entries())
    view.setInt16(HEADER + at * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true)
  return new Blob([view.buffer], { type: 'audio/wav' })
}

type State =
  | { kind: 'ready' }
  | { kind: 'asking' }
  | { kind: 'recording' }
  // `text` is the transcript, or null if the browser can't create one.
  | { kind: 'recorded'; recording: Blob; peaks: number[]; clientId: string; text: string | null }
  | { kind: 'refused'; why: 'denied' | 'missing' | 'unknown' }

const reasonOf = (error: unknown): 'denied' | 'missing' | 'unknown' =>
  !(error instanceof DOMException)
    ? 'unknown'
    : error.name === 'NotAllowedError'
      ? 'denied'
      : error.name === 'NotFoundError'
        ? 'missing'
        : 'unknown'

const BARS = 48
const PER_BAR = 24

/** The loudest of each part of a sound, as bars of a waveform. */
function barsOf(levels: readonly number[]): number[] {
  const part = Math.max(1, levels.length / BARS)
  return Array.from({ length: BARS }, (_, at) =>
    Math.max(0, ...levels.slice(Math.floor(at * part), Math.floor((at + 1) * part))),
  )
}

/** A recording, which starts immediately or when `again` is called. */
export function useRecording(startsAtOnce: boolean) {
  const [state, setState] = useState<State>({ kind: startsAtOnce ? 'asking' : 'ready' })
  const [seconds, setSeconds] = useState(0)
  const [levels, setLevels] = useState<readonly number[]>([])
  const heard = useRef<number[]>([])
  const [tries, setTries] = useState(startsAtOnce ? 1 : 0)
  const recorder = useRef<Recorder>(undefined)
  const transcriber = useRef<Transcriber>(undefined)
  const write = useCallback(
    (clientId: string, text: string) =>
      setState((now) => (now.kind === 'recorded' && now.clientId === clientId ? { ...now, text } : now)),
    [],
  )
  const stop = useCallback(async () => {
    // The transcriber stops before the microphone is turned off.
    const transcript = transcriber.current?.stop()
    transcriber.current = undefined
    const recording = await recorder.current?.stop()
    recorder.current = undefined
    if (!recording) return
    const clientId = crypto.randomUUID()
    setState({ kind: 'recorded', recording, peaks: barsOf(heard.current), clientId, text: null })
    const text = await transcript
    if (text) write(clientId, text)
  }, [write])
  useEffect(() => {
    if (tries === 0) return undefined
    let isOver = false
    heard.current = []
    const onSound = (length: number, level: number) => {
      heard.current.push(level * 100)
      // The microphone reports hundreds of times a second, which no screen shows.
      if (heard.current.length % PER_BAR !== 0) return
      setSeconds(length)
      setLevels(barsOf(heard.current.slice(-BARS * PER_BAR)))
    }
    record(onSound, () => void stop()).then(
      (started) => {
        if (isOver) return started.cancel()
        recorder.current = started
        setState({ kind: 'recording' })
        void startTranscribing(started, () => recorder.current === started).then((current) => {
          transcriber.current = current
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
  const again = () => {
    setSeconds(0)
    setLevels([])
    setState({ kind: 'asking' })
    setTries(tries + 1)
  }
  return { state, seconds, levels, stop, again, write }
}

/** Undefined if the browser can't transcribe, or the recording has ended by now. */
async function startTranscribing({ track }: Recorder, isRecording: () => boolean): Promise<Transcriber | undefined> {
  const can = await canTranscribe()
  return can === 'yes' && track && isRecording() ? transcribe(track) : undefined
}

type AgainProps = Pick<ReturnType<typeof useRecording>, 'state' | 'again'>

export const RecordAgain = ({ state, again }: AgainProps) =>
  (state.kind === 'recorded' || state.kind === 'refused') && (
    <Button tone="quiet" className="justify-self-center" onClick={again}>
      <Mic className="icon" size={18} />
      {state.kind === 'recorded' ? <Trans>Record again</Trans> : <Trans>Try again</Trans>}
    </Button>
  )

type Props = Pick<ReturnType<typeof useRecording>, 'state' | 'seconds' | 'levels'> & {
  /** True while the button that began the recording is held. */
  isHeld?: boolean
  onStop: () => void
}

export function Recording({ state, seconds, levels, isHeld = false, onStop }: Props) {
  const { t } = useLingui()
  const max = clockOf(VOICE_SECONDS)
  if (state.kind === 'refused') return <Refused why={state.why} />
  if (state.kind === 'recorded')
    return (
      <div className="rounded-md bg-sunken px-2">
        <Player
          // A new recording remounts the player.
          key={state.clientId}
          label={t`Your recording`}
          peaks={state.peaks}
          seconds={Math.max(0.1, seconds)}
          load={() => Promise.resolve(state.recording)}
          width="w-full"
        />
      </div>
    )
  return (
    <div className="grid justify-items-center gap-3">
      <p className="text-small text-muted" role="status">
        {state.kind === 'asking'
          ? t`Waiting for your microphone…`
          : isHeld
            ? t`Recording. Let go to stop.`
            : t`Recording. It ends after 60 seconds.`}
      </p>
      <p className="text-title tabular-nums" role="timer">
        {clockOf(seconds)} / {max}
      </p>
      <div className="w-full text-accent-text">
        <Waveform peaks={levels} played={1} />
      </div>
      {/* A disabled button can't have the focus. */}
      <Button key={state.kind} autoFocus disabled={state.kind !== 'recording'} onClick={onStop}>
        <Square className="icon" size={18} />
        {t`Stop`}
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
