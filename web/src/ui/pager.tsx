import { useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import styles from './table.module.css'

type PagerProps = {
  page: number
  pages: number
  onPage: (page: number) => void
}

const shown = (page: number, pages: number): number[] =>
  [...new Set([1, page - 1, page, page + 1, pages])].filter((each) => each >= 1 && each <= pages)

export function Pager({ page, pages, onPage }: PagerProps) {
  const { t } = useLingui()
  return (
    <nav className={styles['pager']} aria-label={t`Pages`}>
      <button type="button" aria-label={t`Previous page`} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={18} />
      </button>
      {shown(page, pages).map((each, at, all) => (
        <Fragment key={each}>
          {each - (all[at - 1] ?? 0) > 1 && <span aria-hidden="true">…</span>}
          <button type="button" aria-current={each === page ? 'page' : undefined} onClick={() => onPage(each)}>
            {each}
          </button>
        </Fragment>
      ))}
      <button type="button" aria-label={t`Next page`} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight size={18} />
      </button>
    </nav>
  )
}
