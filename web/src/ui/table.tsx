import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

export type Column<Row> = { head: string; cell: (row: Row) => ReactNode; right?: boolean }

export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
}: {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways has to be scrolled by the keyboard too
    <div className="overflow-x-auto" role="group" aria-label={caption} tabIndex={0}>
      <table className="table min-w-[54rem]">
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, right }) => (
              <th key={head} scope="col" className={right ? 'r' : ''}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ head, cell, right }) => (
                <td key={head} className={right ? 'r' : ''}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
