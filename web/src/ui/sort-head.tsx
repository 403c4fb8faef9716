import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'

type Direction = 'ascending' | 'descending'
/** The direction in which a column currently sorts the list, if any, and the handler for a press. */
export type Sort = { direction: Direction | undefined; onSort: () => void }

type Orders<Order> = Record<Direction, Order> & { first: Direction }

/** A column with two orders: pressing its header selects the first one, then reverses it. */
export function sortBy<Order>(now: Order, orders: Orders<Order>, onSort: (order: Order) => void): Sort {
  const direction = (['ascending', 'descending'] as const).find((each) => orders[each] === now)
  const other = orders.first === 'ascending' ? 'descending' : 'ascending'
  return { direction, onSort: () => onSort(orders[direction === orders.first ? other : orders.first]) }
}

const icons = { ascending: ArrowUp, descending: ArrowDown }

/** The header of a sortable column. On phones, lists of cards have no headers, so the filters offer the sort order. */
export function SortHeader({ head, sort: { direction, onSort } }: { head: string; sort: Sort }) {
  const Icon = direction ? icons[direction] : ArrowUpDown
  return (
    <>
      <button
        type="button"
        className={
          '-mx-1.5 inline-flex items-center gap-1 rounded-sm border-0 bg-transparent px-1.5 font-medium text-inherit ' +
          'pointer-coarse:min-h-11 hover:text-ink phone:hidden'
        }
        onClick={onSort}
      >
        {head}
        <Icon size={14} className={`flex-none ${direction ? 'text-ink' : 'opacity-50'}`} />
      </button>
      <span className="desk:hidden">{head}</span>
    </>
  )
}
