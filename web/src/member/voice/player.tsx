import { useLingui } from '@lingui/react/macro'
import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { loadBlob } from '../../ui/blobs.ts'
import { toast } from '../../ui/toast.tsx'
import { clockOf } from './clock.ts'

const SPEEDS = [1, 1.5, 2]
const STEP = 0.1

let playing: HTMLAudioElement | null = null

function useAudio(load: () => Promise<Blob>) {
  const audio = useRef<HTMLAudioElement>(null)
  const release = useRef<() => void>(undefined)
  const [isPlaying, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [speed, setSpeed] = useState(1)
  useEffect(() => () => release.current?.(), [])
  const toggle = async () => {
    const element = audio.current
    if (!element) return
    if (!element.paused) return element.pause()
    try {
      if (!release.current) {
        release.current = loadBlob(element, await load())
        element.currentTime = at
      }
      if (playing !== element) playing?.pause()
      playing = element
      element.playbackRate = speed
      await element.play()
    } catch (error) {
      toast({ text: errorText(error), bad: true })
    }
  }
  const seek = (to: number) => {
    setAt(to)
    if (audio.current && release.current) audio.current.currentTime = to
  }
  const faster = () => {
    const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1
    setSpeed(next)
    if (audio.current) audio.current.playbackRate = next
  }
  const events = {
    onPlay: () => setPlaying(true),
    onPause: () => setPlaying(false),
    onEnded: () => setAt(0),
    onTimeUpdate: () => setAt(audio.current?.currentTime ?? 0),
  }
  return { audio, events, isPlaying, at, speed, toggle, seek, faster }
}

type Props = {
  label: string
  peaks: readonly number[]
  seconds: number
  load: () => Promise<Blob>
  width?: string
}

export function Player({ label, peaks, seconds, load, width = 'w-64' }: Props) {
  const { t } = useLingui()
  const { audio, events, isPlaying, at, speed, toggle, seek, faster } = useAudio(load)
  const left = clockOf(seconds - at)
  return (
    <div role="group" aria-label={label} className={`flex ${width} max-w-full items-center gap-2 py-1`}>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- what was said has no text */}
      <audio ref={audio} preload="none" {...events} />
      <button
        type="button"
        className="grid size-11 flex-none place-items-center rounded-full border-0 bg-transparent text-inherit"
        aria-label={isPlaying ? t`Pause` : t`Play`}
        onClick={() => void toggle()}
      >
        {isPlaying ? <Pause size={22} /> : <Play size={22} />}
      </button>
      <span className="relative min-w-0 flex-1 rounded-sm has-focus-visible:outline-2" dir="ltr">
        <Waveform peaks={peaks} played={at / seconds} />
        <input
          type="range"
          className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
          aria-label={t`Position`}
          aria-valuetext={t`${left} left`}
          min={0}
          max={seconds}
          step={STEP}
          value={Math.min(at, seconds)}
          onChange={({ target }) => seek(Number(target.value))}
        />
      </span>
      <span className="flex-none text-caption tabular-nums">{left}</span>
      <button
        type="button"
        className="min-h-11 flex-none border-0 bg-transparent px-1 text-caption text-inherit tabular-nums"
        aria-label={t`Speed ${speed}×`}
        onClick={faster}
      >
        {speed}×
      </button>
    </div>
  )
}

const HEIGHT = 28

export function Waveform({ peaks, played }: { peaks: readonly number[]; played: number }) {
  const loudest = Math.max(20, ...peaks)
  return (
    <svg
      viewBox={`0 0 ${peaks.length * 3} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-7 w-full"
      fill="currentColor"
      aria-hidden="true"
    >
      {peaks.map((peak, at) => {
        const height = Math.max(2, (peak / loudest) * HEIGHT)
        const isPlayed = at / peaks.length < played
        // eslint-disable-next-line react/no-array-index-key -- the parts of a sound have no other name
        return (
          <rect key={at} x={at * 3} y={(HEIGHT - height) / 2} width={2} height={height} opacity={isPlayed ? 1 : 0.45} />
        )
      })}
    </svg>
  )
}
