import { useEffect, useRef, useState } from 'react'
import { useDirection } from '../direction.ts'
import { Axis, Bar } from './axis.tsx'
import { Legend } from './figure.tsx'
import { chartPatternAt } from './patterns.tsx'
import { stepsFor, type Series } from './scale.ts'
import styles from './chart.module.css'

type Props = {
  name: string
  labels: readonly string[]
  series: readonly Series[]
  hrefOf?: (label: number, series: number) => string
}

const HEIGHT = 256
/** The width of a label and the minimum width of a bar with a value, in pixels. */
const [NAME, FIGURE] = [40, 14]
const MARGIN = { top: 20, end: 4, bottom: 24, start: 36 }

/** Charts are redrawn at the available width rather than scaled, so that their text stays readable. */
export function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(480)
  const direction = useDirection()
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(240, Math.floor(entry.contentRect.width))),
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  // Time runs in the direction of text: in right-to-left languages, a chart starts on the right.
  const along = (at: number) => (direction === 'rtl' ? width - at : at)
  return { box, width, along }
}

export function BarChart({ name, labels, series, hrefOf }: Props) {
  const { box, width, along: x } = useWidth()
  const steps = stepsFor(Math.max(0, ...series.flatMap(({ values }) => values)))
  const [inner, top] = [width - MARGIN.start - MARGIN.end, HEIGHT - MARGIN.top - MARGIN.bottom]
  const y = (value: number) => MARGIN.top + top - (value / Math.max(...steps)) * top
  const group = inner / Math.max(1, labels.length)
  const bar = Math.min(36, (group * 0.7) / Math.max(1, series.length))
  // If the bars are dense, only some have labels, and none show their values.
  const every = Math.ceil(NAME / group)
  return (
    <div ref={box}>
      <svg
        data-chart
        className={`${styles['chart']} block`}
        width={width}
        height={HEIGHT}
        role={hrefOf ? 'group' : 'img'}
        aria-label={name}
      >
        <Axis steps={steps} y={y} from={x(MARGIN.start)} to={x(width - MARGIN.end)} />
        {labels.map((label, at) => {
          const middle = MARGIN.start + group * (at + 0.5)
          return (
            <g key={label}>
              {series.map(({ name: of, values }, index) => {
                const value = values[at] ?? 0
                return (
                  <Bar
                    key={of}
                    middle={x(middle + (index + 0.5 - series.length / 2) * bar)}
                    top={y(value)}
                    bottom={y(0)}
                    width={bar}
                    value={value}
                    labeled={bar >= FIGURE}
                    ground={chartPatternAt(index)}
                    outlined={index === 1}
                    href={hrefOf?.(at, index)}
                    name={`${label}, ${of}: ${value}`}
                  />
                )
              })}
              {at % every === 0 && (
                <text x={x(middle)} y={HEIGHT - 6} textAnchor="middle">
                  {label}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      {series.length > 1 && <Legend names={series.map((each) => each.name)} />}
    </div>
  )
}
