import { useLingui } from '@lingui/react/macro'
import styles from './chart.module.css'

function useShort(): (value: number) => string {
  const { i18n } = useLingui()
  return (value) => i18n.number(value, { notation: 'compact' })
}

export function Axis({
  steps,
  y,
  from,
  to,
}: {
  steps: readonly number[]
  y: (value: number) => number
  from: number
  to: number
}) {
  const short = useShort()
  return (
    <>
      {steps.map((step) => (
        <g key={step}>
          <line className={step === 0 ? styles['axis'] : styles['line']} x1={from} x2={to} y1={y(step)} y2={y(step)} />
          <text x={from + Math.sign(from - to) * 6} y={y(step) + 4} textAnchor="end">
            {short(step)}
          </text>
        </g>
      ))}
    </>
  )
}

type BarProps = {
  middle: number
  top: number
  bottom: number
  width: number
  value: number
  labeled: boolean
  ground: string
  outlined: boolean
  href: string | undefined
  name: string
}

export function Bar({ middle, top, bottom, width, value, labeled, ground, outlined, href, name }: BarProps) {
  const short = useShort()
  const shape = (
    <>
      <rect
        x={middle - width / 2 + 1}
        y={top}
        width={width - 2}
        height={Math.max(0, bottom - top)}
        rx="3"
        fill={ground}
        {...(outlined ? { stroke: 'var(--ink)', strokeWidth: 1 } : {})}
      />
      {labeled && (
        <text className={styles['value']} x={middle} y={top - 5} textAnchor="middle">
          {short(value)}
        </text>
      )}
    </>
  )
  return href ? (
    <a href={href} aria-label={name}>
      {shape}
    </a>
  ) : (
    <g>{shape}</g>
  )
}
