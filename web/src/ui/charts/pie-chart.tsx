import { useLingui } from '@lingui/react/macro'
import { Legend } from './figure.tsx'
import { chartPatternAt } from './patterns.tsx'
import { pieceOf } from './scale.ts'
import styles from './chart.module.css'

type Slice = { name: string; value: number }

export function PieChart({
  name,
  slices,
  hrefOf,
}: {
  name: string
  slices: readonly Slice[]
  hrefOf?: (slice: number) => string
}) {
  const { i18n } = useLingui()
  const whole = slices.reduce((sum, { value }) => sum + value, 0)
  const share = (value: number) => i18n.number(whole === 0 ? 0 : value / whole, { style: 'percent' })
  const ends = slices.map(
    (_, index) => slices.slice(0, index + 1).reduce((sum, { value }) => sum + value, 0) / Math.max(1, whole),
  )
  return (
    <div className="grid h-full content-center justify-items-center gap-4">
      <svg
        data-chart
        className={styles['chart']}
        width="200"
        height="200"
        viewBox="0 0 200 200"
        role={hrefOf ? 'group' : 'img'}
        aria-label={name}
      >
        {whole === 0 && <circle cx="100" cy="100" r="96" fill="var(--sunken)" />}
        {slices.map(({ name: of, value }, index) => {
          if (value === 0) return null
          const piece = (
            <path
              d={pieceOf(ends[index - 1] ?? 0, ends[index] ?? 1, 100, 96)}
              fill={chartPatternAt(index)}
              stroke="var(--surface)"
              strokeWidth="2"
            />
          )
          return hrefOf ? (
            <a key={of} href={hrefOf(index)} aria-label={`${of}: ${value}`}>
              {piece}
            </a>
          ) : (
            <g key={of}>{piece}</g>
          )
        })}
      </svg>
      <Legend names={slices.map(({ name: of, value }) => `${of} ${i18n.number(value)} (${share(value)})`)} />
    </div>
  )
}
