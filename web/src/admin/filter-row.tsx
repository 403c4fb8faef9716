import { useLingui } from '@lingui/react/macro'
import { SlidersHorizontal, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { chipClass } from '../ui/pieces.tsx'
import { filtersClass } from '../ui/table.tsx'

export type Chip = { text: string; onRemove: () => void }

type Props = { search?: ReactNode; chips: readonly Chip[]; onClear: () => void; children: ReactNode }

/** The filters of a list. On phones, all but the search are collapsed, so that the list starts on the first screen. */
export function FilterRow({ search, chips, onClear, children }: Props) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className={filtersClass}>
        {search}
        <Button tone="quiet" className="desk:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal size={16} />
          {chips.length > 0 ? t`Filters: ${chips.length}` : t`Filters`}
        </Button>
        <div className={isOpen ? 'contents' : 'contents phone:hidden'}>{children}</div>
      </div>
      {chips.length > 0 && <Chips chips={chips} onClear={onClear} />}
    </>
  )
}

const Chips = ({ chips, onClear }: Pick<Props, 'chips' | 'onClear'>) => {
  const { t } = useLingui()
  return (
    <div
      role="group"
      aria-label={t`Active filters`}
      className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3"
    >
      {chips.map(({ text, onRemove }) => (
        <button key={text} type="button" className={`${chipClass()} border-0`} onClick={onRemove}>
          {text}
          <X size={14} aria-label={t`(remove)`} />
        </button>
      ))}
      <Button tone="ghost" size="sm" onClick={onClear}>{t`Clear filters`}</Button>
    </div>
  )
}
