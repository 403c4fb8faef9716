import { distances as all, OLDEST, YOUNGEST } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useMinimumAge } from '../../api/house.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { TextField } from '../../ui/field.tsx'
import { Slider, useSliderValue } from '../../ui/slider.tsx'
import { inUnits, limitFor } from './typed-distance.ts'
import { useDistance, useDistances, useMiles } from './words.ts'

type AgeProps = {
  from: number
  to: number
  onChange: (from: number, to: number) => void
  /** The end of the slider, which stands for this age and any above. */
  end?: number
  onRest?: () => void
}

/** The age range. Neither end can pass the other. */
export function AgeRange({ from, to, onChange, end = OLDEST, ...rest }: AgeProps) {
  const { t } = useLingui()
  const { atLeast } = useFormats()
  const youngest = useMinimumAge()
  const least = Math.max(from, youngest)
  const upTo = Math.max(Math.min(to, end), youngest)
  const last = end < OLDEST && upTo === end ? atLeast(end) : String(upTo)
  const range = (from: number, to: string) => t`${from} to ${to}`
  return (
    <Slider
      legend={t`Age`}
      valueText={range(least, last)}
      min={youngest}
      max={end}
      {...rest}
      thumbs={[
        {
          label: t`Minimum age`,
          value: least,
          // The lowest age is no limit, because members may have joined when younger people could.
          onChange: (age) => onChange(age === youngest ? YOUNGEST : Math.min(age, upTo), to),
        },
        {
          label: t`Maximum age`,
          value: upTo,
          valueText: last,
          onChange: (age) => onChange(from, age === end ? OLDEST : Math.max(age, from)),
        },
      ]}
    />
  )
}

type Ages = { ageMin: number; ageMax: number }

/** The age range in preferences, which are saved once the slider rests. */
export function SavedAges({ ageMin, ageMax, onChange }: Ages & { onChange: (ages: Ages) => void }) {
  const { value, set, commit } = useSliderValue({ ageMin, ageMax }, onChange)
  return (
    <AgeRange
      from={value.ageMin}
      to={value.ageMax}
      onChange={(from, to) => set({ ageMin: from, ageMax: to })}
      onRest={commit}
    />
  )
}

type Limit = { farthest: number | null; onChange: (farthest: number | null) => void }

/** The distance limit by number. It counts as one of the limits that are offered. */
export function TypedDistance({ farthest, onChange }: Limit) {
  const { t } = useLingui()
  const distance = useDistance()
  const inMiles = useMiles()
  const offered = useDistances()
  const [typed, setTyped] = useState<string>()
  if (offered.length === 0) return null
  const limit = limitFor(typed ?? '', offered, inMiles)
  // Once the slider moves, its value is shown instead.
  const isCurrent = typed !== undefined && (limit === undefined || limit === farthest)
  const shown = farthest === null ? '' : String(inUnits(farthest, inMiles))
  const isRounded = isCurrent && limit !== undefined && typed !== shown
  const counts = limit
    ? t`Counts as up to ${distance(limit)}. Limits have steps, so that no one can work out where you live.`
    : t`Counts as any distance. Limits have steps, so that no one can work out where you live.`
  return (
    <TextField
      label={inMiles ? t`Distance in miles` : t`Distance in kilometers`}
      type="number"
      inputMode="numeric"
      min={1}
      max={9999}
      value={isCurrent ? typed : shown}
      hint={isRounded && counts}
      onChange={({ target: { value } }) => {
        setTyped(value)
        const next = limitFor(value, offered, inMiles)
        if (next !== undefined) onChange(next)
      }}
      onBlur={() => limit === undefined && setTyped(undefined)}
    />
  )
}

/** The distance limit. The step after the farthest distance means no limit. */
export function DistanceLimit({ farthest, onChange, ...rest }: Limit & { onRest?: () => void }) {
  const { t } = useLingui()
  const distance = useDistance()
  // A limit that isn't offered any longer stays until the member moves it.
  const [former] = useState(farthest)
  const offered = useDistances()
  const distances = all.filter((each) => offered.includes(each) || each === former)
  const at = distances.findIndex((each) => each === farthest)
  if (offered.length === 0) return null
  const valueText = at < 0 ? t`Any` : t`up to ${distance(distances[at] ?? 0)}`
  return (
    <Slider
      legend={t`Distance`}
      valueText={valueText}
      min={0}
      max={distances.length}
      {...rest}
      thumbs={[
        {
          label: t`Maximum distance`,
          valueText,
          value: at < 0 ? distances.length : at,
          onChange: (step) => onChange(distances[step] ?? null),
        },
      ]}
    />
  )
}

/** The distance limit in preferences, which is saved once the slider rests. */
export function SavedDistance({ farthest, onChange }: Limit) {
  const { value, set, commit } = useSliderValue(farthest, onChange)
  return (
    <>
      <DistanceLimit farthest={value} onChange={set} onRest={commit} />
      <TypedDistance farthest={value} onChange={set} />
    </>
  )
}
