import { useId, useState, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { groundOf } from './patterns.tsx'

export type Series = { name: string; values: readonly number[] }
type Props = {
  title: string
  labels: readonly string[]
  series: readonly Series[]
  words: { table: string; chart: string; label: string }
  children: ReactNode
}

/** A chart with its name, its legend, and the same figures as a table behind it. */
export function ChartFigure({ title, labels, series, words, children }: Props) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  return (
    <figure className="card grid gap-3" aria-labelledby={id}>
      <figcaption className="cardhead flex items-center gap-2">
        <h2 id={id}>{title}</h2>
        <Button tone="ghost" size="sm" className="ml-auto" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? words.chart : words.table}
        </Button>
      </figcaption>
      {asTable ? (
        <FiguresTable title={title} labels={labels} series={series} label={words.label} />
      ) : (
        <div className="plot h-[300px]">{children}</div>
      )}
    </figure>
  )
}

function FiguresTable({
  title,
  labels,
  series,
  label,
}: {
  title: string
  labels: readonly string[]
  series: readonly Series[]
  label: string
}) {
  return (
    <div className="min-h-[300px] overflow-x-auto">
      <table className="table">
        <caption className="sr">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="r">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((each, row) => (
            <tr key={each}>
              <th scope="row">{each}</th>
              {series.map(({ name, values }) => (
                <td key={name} className="r">
                  {values[row]?.toLocaleString()}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export const Legend = ({ names }: { names: readonly string[] }) => (
  <ul className="legend">
    {names.map((name, index) => (
      <li key={name} className="inline-flex items-center gap-1.5">
        <svg viewBox="0 0 14 14" aria-hidden="true" className="size-3.5 rounded-[3px]">
          <rect width="14" height="14" fill={groundOf(index)} />
        </svg>
        {name}
      </li>
    ))}
  </ul>
)
