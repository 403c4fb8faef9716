import { distances } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { Slider } from '../../ui/slider.tsx'
import { OLDEST, YOUNGEST } from './ages.ts'
import { useDistance } from './words.ts'

type AgeProps = {
  from: number
  to: number
  onChange: (from: number, to: number) => void
  onRest?: () => void
}

/** The age range. Neither end can pass the other. */
export function AgeRange({ from, to, onChange, ...rest }: AgeProps) {
  const { t } = useLingui()
  return (
    <Slider
      legend={t`Age`}
      valueText={t`${from} to ${to}`}
      min={YOUNGEST}
      max={OLDEST}
      {...rest}
      thumbs={[
        { label: t`Minimum age`, value: from, onChange: (age) => onChange(Math.min(age, to), to) },
        { label: t`Maximum age`, value: to, onChange: (age) => onChange(from, Math.max(age, from)) },
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
