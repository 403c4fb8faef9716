import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

export type Column<Row> = { head: string; cell: (row: Row) => ReactNode; right?: boolean }

export type Selection = {
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
  /** What the boxes are called: that of all rows, and that of one. */
  all: string
  one: (key: string) => string
}

type Props<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  selection?: Selection
  /** The row that one stands at by the keyboard. */
  at?: number | null
}

export function Table<Row>({ caption, columns, rows, keyOf, selection, at }: Props<Row>) {
  const { shown, more } = useGrowing(rows, at ?? 0)
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways has to be scrolled by the keyboard too
    <div className="overflow-x-auto" role="group" aria-label={caption} tabIndex={0}>
      <table className="table min-w-[54rem]" aria-rowcount={rows.length + 1}>
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="w-0">
                <BoxForAll selection={selection} keys={rows.map(keyOf)} />
              </th>
            )}
            {columns.map(({ head, right }) => (
              <th key={head} scope="col" className={right ? 'r' : ''}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            <Row key={keyOf(row)} current={index === at}>
              {selection && (
                <td>
                  <Box selection={selection} of={keyOf(row)} />
                </td>
              )}
              {columns.map(({ head, cell, right }) => (
                <td key={head} className={right ? 'r' : ''}>
                  {cell(row)}
                </td>
              ))}
            </Row>
          ))}
        </tbody>
      </table>
      {more}
    </div>
  )
}

function Row({ current, children }: { current: boolean; children: ReactNode }) {
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <tr ref={row} aria-current={current || undefined} className={current ? 'bg-sunken' : ''}>
      {children}
    </tr>
  )
}

const STEP = 100

/** A thousand rows are made a hundred at a time, as they come into sight. */
function useGrowing<Row>(rows: readonly Row[], needed: number) {
  const [made, setMade] = useState(STEP)
  const end = useRef<HTMLDivElement>(null)
  const count = Math.max(made, needed + STEP / 2)
  useEffect(() => {
    if (!end.current || count >= rows.length) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setMade(count + STEP), {
      rootMargin: '1200px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [count, rows.length])
  return { shown: rows.slice(0, count), more: count < rows.length && <div ref={end} /> }
}

function Box({ selection: { chosen, onChange, one }, of }: { selection: Selection; of: string }) {
  const toggle = () => {
    const next = new Set(chosen)
    if (!next.delete(of)) next.add(of)
    onChange(next)
  }
  return <input type="checkbox" aria-label={one(of)} checked={chosen.has(of)} onChange={toggle} />
}

function BoxForAll({ selection: { chosen, onChange, all }, keys }: { selection: Selection; keys: readonly string[] }) {
  const whole = keys.length > 0 && keys.every((key) => chosen.has(key))
  return (
    <input
      type="checkbox"
      aria-label={all}
      checked={whole}
      ref={(box) => {
        if (box) box.indeterminate = !whole && chosen.size > 0
      }}
      onChange={() => onChange(new Set(whole ? [] : keys))}
    />
  )
}

type PagerProps = {
  page: number
  pages: number
  label: string
  previous: string
  next: string
  onPage: (page: number) => void
}

/** The first, the last, and those around the current one. */
const shown = (page: number, pages: number): number[] =>
  [...new Set([1, page - 1, page, page + 1, pages])].filter((each) => each >= 1 && each <= pages)

export function Pager({ page, pages, label, previous, next, onPage }: PagerProps) {
  return (
    <nav className="pager" aria-label={label}>
      <button type="button" aria-label={previous} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={18} aria-hidden="true" />
      </button>
      {shown(page, pages).map((each) => (
        <button key={each} type="button" aria-current={each === page ? 'page' : undefined} onClick={() => onPage(each)}>
          {each}
        </button>
      ))}
      <button type="button" aria-label={next} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight size={18} aria-hidden="true" />
      </button>
    </nav>
  )
}
