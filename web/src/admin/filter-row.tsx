import { useLingui } from '@lingui/react/macro'
import { SlidersHorizontal, X } from 'lucide-react'
import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react'
import { Button, buttonClass } from '../ui/button.tsx'
import { chipClass } from '../ui/pieces.tsx'
import { Popover } from '../ui/popover.tsx'
import { filtersClass } from '../ui/table.tsx'
import { useDesk } from '../ui/use-wide.ts'

/** The title of a list, with actions that concern all of it. */
export const listHeadClass =
  'flex flex-wrap items-center justify-between gap-x-3 gap-y-2 [&>span]:flex [&>span]:flex-wrap [&>span]:gap-2'

export type Chip = { text: string; onRemove: () => void }

/** A filter that moves into the popover if there is no room for it. Its width is in rem. */
export type Filter = { key: string; isSet: boolean; width?: number; field: ReactNode }

type Props = {
  search?: ReactNode
  chips: readonly Chip[]
  onClear: () => void
  filters?: readonly Filter[]
  /** The width in rem that the search and the other parts of the row need. */
  taken?: number
  children?: ReactNode
}

const GAP = 0.5
const WIDTH = 10.5
const MORE = 9

const PADDING = 2
const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize)

/**
 * The width in rem of a row that isn't painted yet. Measuring it then would cost a layout, and measuring it later would
 * move the filters.
 */
function expectedRoom(): number {
  const isFolded = (document.documentElement.dataset['sidebar'] ?? (innerWidth > 1180 ? 'open' : 'folded')) === 'folded'
  const [sidebar, edges, most] = [isFolded ? 3.5 : 14, 3, 90]
  return Math.min(innerWidth / rem() - sidebar, most) - edges - PADDING
}

/** The number of filters that fit into the row. */
function useFitting(filters: readonly Filter[], taken: number) {
  const row = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(expectedRoom)
  useEffect(() => {
    const element = row.current
    if (!element) return
    const observer = new ResizeObserver(() => setRoom(element.clientWidth / rem() - PADDING))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const ends = filters.map((_filter, nth) =>
    filters.slice(0, nth + 1).reduce((sum, { width = WIDTH }) => sum + width + GAP, taken),
  )
  const isRoomForAll = (ends.at(-1) ?? 0) <= room
  return { row, fitting: isRoomForAll ? filters.length : ends.filter((end) => end + MORE <= room).length }
}

/**
 * The filters of a list in one row; those that don't fit are in a popover. On phones, all but the search are collapsed,
 * so that the list starts on the first screen.
 */
export function FilterRow({ search, chips, onClear, filters = [], taken = 0, children }: Props) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const isDesk = useDesk()
  const { row, fitting } = useFitting(filters, taken)
  const shown = isDesk ? filters.slice(0, fitting) : filters
  const more = isDesk ? filters.slice(fitting) : []
  return (
    <>
      <div ref={row} className={`${filtersClass} ${filters.length > 0 ? 'desk:flex-nowrap' : ''}`}>
        {search}
        <Button tone="quiet" className="desk:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal size={16} />
          {chips.length > 0 ? t`Filters: ${chips.length}` : t`Filters`}
        </Button>
        <div className={isOpen ? 'contents' : 'contents phone:hidden'}>
          {shown.map(({ key, field }) => (
            <Fragment key={key}>{field}</Fragment>
          ))}
          {more.length > 0 && <MoreFilters filters={more} />}
          {children}
        </div>
      </div>
      {chips.length > 0 && <Chips chips={chips} onClear={onClear} />}
    </>
  )
}

function MoreFilters({ filters }: { filters: readonly Filter[] }) {
  const { t } = useLingui()
  const count = filters.filter(({ isSet }) => isSet).length
  const name = count > 0 ? t`More filters: ${count}` : t`More filters`
  return (
    <Popover
      label={t`More filters`}
      className={buttonClass('quiet')}
      trigger={
        <>
          <SlidersHorizontal size={16} />
          {name}
        </>
      }
    >
      {filters.map(({ key, field }) => (
        <span key={key} className="grid *:w-full!">
          {field}
        </span>
      ))}
    </Popover>
  )
}

const Chips = ({ chips, onClear }: Pick<Props, 'chips' | 'onClear'>) => {
  const { t } = useLingui()
  return (
    <div
      role="group"
      aria-label={t`Active filters`}
      className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-1.5"
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
