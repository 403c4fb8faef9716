import { useLingui } from '@lingui/react/macro'
import { ChartColumn, Download, Table2 } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { Menu } from '../menu.tsx'
import { saveFile } from '../save-file.ts'
import { chartPatternAt } from './patterns.tsx'
import table from '../table.module.css'
import type { Series } from './scale.ts'

/** Escapes cells that a spreadsheet would run as a formula. */
const cell = (value: string | number): string => {
  // A file must not contain the isolates that surround ranges on screens.
  const text = String(value).replaceAll(/[\u2066-\u2069]/g, '')
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const csvOf = (label: string, labels: readonly string[], series: readonly Series[]): string =>
  [
    [label, ...series.map(({ name }) => name)],
    ...labels.map((each, at) => [each, ...series.map(({ values }) => values[at] ?? 0)]),
  ]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('')

const copiedStyles = [
  'fill',
  'stroke',
  'stroke-width',
  'font-family',
  'font-size',
  'font-weight',
  'opacity',
  'text-anchor',
  'direction',
]

function pairsOf(whole: Element, copy: Element): [Element, Element][] {
  const copies = copy.querySelectorAll('*')
  return [...whole.querySelectorAll('*')].flatMap((each, at): [Element, Element][] => {
    const like = copies[at]
    return like ? [[each, like]] : []
  })
}

/** A copy with all computed styles inlined, so that it looks the same without stylesheets. */
function standalone(svg: SVGSVGElement): SVGSVGElement {
  const copy = document.importNode(svg, true)
  const defs = document.querySelector('#ground-1')?.closest('defs')
  const pairs = pairsOf(svg, copy)
  if (defs) {
    const grounds = document.importNode(defs, true)
    pairs.push(...pairsOf(defs, grounds))
    copy.prepend(grounds)
  }
  for (const [from, to] of pairs) {
    const style = getComputedStyle(from)
    for (const name of copiedStyles) to.setAttribute(name, style.getPropertyValue(name).replaceAll('"', "'"))
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return copy
}

const SHARP = 2

async function pngOf(svg: SVGSVGElement): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect()
  const image = new Image()
  const source = new XMLSerializer().serializeToString(standalone(svg))
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * SHARP
  canvas.height = height * SHARP
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The chart could not be drawn.')
  context.fillStyle = getComputedStyle(svg.closest('.card') ?? document.body).backgroundColor
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The chart could not be drawn.')
  return blob
}

type Props = {
  title: string
  labels: readonly string[]
  series: readonly Series[]
  words: { table: string; chart: string; label: string; download: string; csv: string; picture: string }
  children: ReactNode
}

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
      <figcaption className="flex min-h-8 items-start gap-x-2">
        <h2 id={id} className="min-w-0 flex-1 self-center">
          {title}
        </h2>
        <span className="flex flex-none items-center gap-2">
          <IconButton
            label={asTable ? words.chart : words.table}
            tone="ghost"
            size="sm"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <ChartColumn size={16} /> : <Table2 size={16} />}
          </IconButton>
          <Menu
            trigger={
              <IconButton label={`${words.download}: ${title}`} tone="ghost" size="sm">
                <Download size={16} />
              </IconButton>
            }
            items={[
              { label: words.csv, onSelect: asCsv },
              ...(asTable ? [] : [{ label: words.picture, onSelect: () => void asPicture() }]),
            ]}
          />
        </span>
      </figcaption>
      {asTable ? (
        <DataTable title={title} labels={labels} series={series} label={words.label} />
      ) : (
        <div data-plot className="mt-3 h-[300px]">
          {children}
        </div>
      )}
    </figure>
  )
}

function DataTable({
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
          <rect width="14" height="14" fill={chartPatternAt(index)} />
        </svg>
        {name}
      </li>
    ))}
  </ul>
)
