import { ChevronLeft, ChevronRight } from 'lucide-react'
import styles from './table.module.css'

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
    <nav className={styles['pager']} aria-label={label}>
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
