import { distances } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { useFormats } from '../../ui/use-formats.ts'
import { Slider } from '../../ui/slider.tsx'
import { OLDEST, YOUNGEST } from './ages.ts'
import { useDistance } from './words.ts'

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
  const upTo = Math.min(to, end)
  const last = end < OLDEST && upTo === end ? atLeast(end) : String(upTo)
  const range = (from: number, to: string) => t`${from} to ${to}`
  return (
    <Slider
      legend={t`Age`}
      valueText={range(from, last)}
      min={YOUNGEST}
      max={end}
      {...rest}
      thumbs={[
        { label: t`Minimum age`, value: from, onChange: (age) => onChange(Math.min(age, upTo), to) },
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

type DistanceProps = { farthest: number | null; onChange: (farthest: number | null) => void; onRest?: () => void }

/** The distance limit. The step after the farthest distance means no limit. */
export function DistanceLimit({ farthest, onChange, ...rest }: DistanceProps) {
  const { t } = useLingui()
  const distance = useDistance()
  const at = distances.findIndex((each) => each === farthest)
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
