import { useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { Button, IconButton } from '../button.tsx'
import { Menu } from '../menu.tsx'
import { saveFile } from '../save-file.ts'
import { csvOf, pngOf } from './download.ts'
import { groundOf } from './patterns.tsx'
import table from '../table.module.css'
import type { Series } from './scale.ts'

type Props = {
  title: string
  labels: readonly string[]
  series: readonly Series[]
  words: { table: string; chart: string; label: string; download: string; csv: string; picture: string }
  children: ReactNode
}

/** A chart with its name, its legend, and the same figures as a table behind it. */
export function ChartFigure({ title, labels, series, words, children }: Props) {
  const id = useId()
  const figure = useRef<HTMLElement>(null)
  const [asTable, setAsTable] = useState(false)
  const asCsv = () => saveFile(new Blob([csvOf(words.label, labels, series)], { type: 'text/csv' }), `${title}.csv`)
  const asPicture = async () => {
    const chart = figure.current?.querySelector<SVGSVGElement>('svg[data-chart]')
    if (chart) saveFile(await pngOf(chart), `${title}.png`)
  }
  return (
    <figure ref={figure} className="card grid gap-3 px-5 py-4" aria-labelledby={id}>
      <figcaption className="flex min-h-8 items-center gap-2 phone:flex-wrap">
        <h2 id={id}>{title}</h2>
        <Button tone="ghost" size="sm" className="ms-auto" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? words.chart : words.table}
        </Button>
        <Menu
          trigger={
            <IconButton label={`${words.download}: ${title}`} tone="ghost" size="sm">
              <Download size={16} aria-hidden="true" />
            </IconButton>
          }
          items={[
            { label: words.csv, onSelect: asCsv },
            ...(asTable ? [] : [{ label: words.picture, onSelect: () => void asPicture() }]),
          ]}
        />
      </figcaption>
      {asTable ? (
        <FiguresTable title={title} labels={labels} series={series} label={words.label} />
      ) : (
        <div data-plot className="mt-3 h-[300px]">
          {children}
        </div>
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
  const { i18n } = useLingui()
  return (
    <div className="min-h-[300px] overflow-x-auto">
      <table className={table['table']}>
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className={table['end']}>
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
                <td key={name} className={table['end']}>
                  {values[row] === undefined ? '' : i18n.number(values[row])}
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
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-(length:--text-2) text-ink-2">
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
