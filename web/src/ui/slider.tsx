import { useEffect, useEffectEvent, useRef, useState } from 'react'

type Thumb = {
  label: string
  value: number
  /** The value as text for screen readers. */
  valueText?: string
  onChange: (value: number) => void
}
type Props = {
  legend: string
  /** The value as text, opposite the legend. */
  valueText: string
  min: number
  max: number
  thumbs: readonly Thumb[]
  onRest?: () => void
}

// The inputs are invisible. They are as tall as a finger, with thumbs as wide as a finger. The visible slider is
// painted below. The thumbs extend half a finger beyond the bar, so that the painted thumbs end with the bar.
const inputClass =
  'peer pointer-events-none absolute top-0 -inset-s-2.25 m-0 h-11 w-[calc(100%+1.125rem)] cursor-pointer ' +
  'appearance-none ' +
  'opacity-0 [&::-webkit-slider-thumb]:pointer-events-auto [&::-webkit-slider-thumb]:size-11 ' +
  '[&::-webkit-slider-thumb]:appearance-none [&::-moz-range-thumb]:pointer-events-auto ' +
  '[&::-moz-range-thumb]:size-11'
const thumbClass =
  'pointer-events-none absolute top-2.25 inset-s-[calc((100%-1.625rem)*var(--at))] size-6.5 ' +
  'rounded-full border-2 border-ink bg-raised shadow-sm peer-focus-visible:outline-2 ' +
  'peer-focus-visible:outline-offset-2 peer-focus-visible:outline-(--focus)'

export function Slider({ legend, valueText, min, max, thumbs, onRest }: Props) {
  const share = (value: number) => (value - min) / (max - min)
  const values = thumbs.map(({ value }) => value)
  const [from, to] = [thumbs.length > 1 ? share(Math.min(...values)) : 0, share(Math.max(...values))]
  return (
    <div role="group" aria-label={legend} className="grid gap-1">
      <p className="flex items-baseline justify-between gap-3" aria-hidden="true">
        <span className="font-medium">{legend}</span>
        <span className="text-ink-2 tabular-nums">{valueText}</span>
      </p>
      <div className="relative h-11">
        <span className="absolute inset-x-0 top-5 h-1 rounded-full bg-line-strong" />
        <span
          className="absolute top-5 h-1 rounded-full bg-ink"
          style={{ insetInline: `${from * 100}% ${(1 - to) * 100}%` }}
        />
        {thumbs.map((thumb, at) => (
          // The lower thumb is on top when it is the only one that can still move.
          <div key={thumb.label} className={at === 0 && share(thumb.value) > 0.5 ? 'relative z-1' : 'relative'}>
            <input
              type="range"
              className={inputClass}
              min={min}
              max={max}
              value={thumb.value}
              aria-label={thumb.label}
              aria-valuetext={thumb.valueText}
              onChange={({ target }) => thumb.onChange(Number(target.value))}
              onPointerUp={onRest}
              onBlur={onRest}
            />
            <span className={thumbClass} style={{ '--at': share(thumb.value) }} aria-hidden="true" />
          </div>
        ))}
      </div>
    </div>
  )
}

const REST = 250

/** The slider's value, which is saved only once the thumb is released, because it passes many values on the way. */
export function useSliderValue<T>(saved: T, save: (value: T) => void) {
  const [draft, setDraft] = useState<{ value: T }>()
  const waiting = useRef<{ value: T }>(undefined)
  const commit = () => {
    if (!waiting.current) return
    const { value } = waiting.current
    waiting.current = undefined
    setDraft(undefined)
    save(value)
  }
  const commitLater = useEffectEvent(commit)
  useEffect(() => {
    const timer = setTimeout(() => commitLater(), REST)
    return () => clearTimeout(timer)
  }, [draft])
  useEffect(() => () => commitLater(), [])
  const set = (value: T) => {
    waiting.current = { value }
    setDraft(waiting.current)
  }
  return { value: draft ? draft.value : saved, set, commit }
}
