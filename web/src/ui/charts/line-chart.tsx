import { Axis } from './axis.tsx'
import { useWidth } from './bar-chart.tsx'
import { Legend } from './figure.tsx'
import { stepsFor, type Series } from './scale.ts'
import styles from './chart.module.css'

const HEIGHT = 256
const MARGIN = { top: 12, end: 12, bottom: 24, start: 36 }
const dashes = ['', '6 4', '2 3', '8 3 2 3', '1 4']

export function LineChart({
  name,
  labels,
  series,
}: {
  name: string
  labels: readonly string[]
  series: readonly Series[]
}) {
  const { box, width, along } = useWidth()
  const steps = stepsFor(Math.max(0, ...series.flatMap(({ values }) => values)))
  const top = HEIGHT - MARGIN.top - MARGIN.bottom
  const inner = width - MARGIN.start - MARGIN.end
  const x = (at: number) => along(MARGIN.start + (at / Math.max(1, labels.length - 1)) * inner)
  const y = (value: number) => MARGIN.top + top - (value / Math.max(...steps)) * top
  const everyOther = Math.ceil(labels.length / Math.max(2, Math.floor(width / 72)))
  return (
    <div ref={box}>
      <svg data-chart className={`${styles['chart']} block`} width={width} height={HEIGHT} role="img" aria-label={name}>
        <Axis steps={steps} y={y} from={along(MARGIN.start)} to={along(width - MARGIN.end)} />
        {series.map(({ name: of, values }, index) => (
          <polyline
            key={of}
            points={values.map((value, at) => `${x(at)},${y(value)}`).join(' ')}
            fill="none"
            stroke={`var(--chart-${(index % 5) + 1})`}
            strokeWidth="2.5"
            strokeDasharray={dashes[index % 5]}
            strokeLinejoin="round"
          />
        ))}
        {labels.map((label, at) =>
          at % everyOther === 0 ? (
            <text key={label} x={x(at)} y={HEIGHT - 6} textAnchor="middle">
              {label}
            </text>
          ) : null,
        )}
      </svg>
      {series.length > 1 && <Legend names={series.map((each) => each.name)} />}
    </div>
  )
}
