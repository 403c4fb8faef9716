import { useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { moved, useItemKeys } from './use-item-keys.ts'

type Props<Item> = {
  title: string
  lead: string
  /** A field above the list that applies to all items. */
  before: ReactNode
  items: readonly Item[]
  nameOf: (item: Item, at: number) => string
  fresh: Item
  add: string
  max: number
  onAdd?: () => void
  /** The label of the button that removes an item. */
  removal?: (name: string) => string
  onChange: (items: Item[]) => void
  children: (item: Item, at: number, edit: (change: Partial<Item>) => void) => ReactNode
}

export function SortableList<Item extends object>(props: Props<Item>) {
  const { title, lead, before, items, nameOf, fresh, add, max, onAdd, removal, onChange, children } = props
  const { ids, list, ...places } = useItemKeys(items.length)
  const edit = (at: number) => (change: Partial<Item>) =>
    onChange(items.map((item, each) => (each === at ? { ...item, ...change } : item)))
  const move = (at: number, to: number) => {
    places.move(at, to)
    onChange(moved(items, at, to))
  }
  const remove = (at: number) => {
    places.remove(at)
    onChange(items.toSpliced(at, 1))
  }
  const addOne = () => {
    places.add()
    onAdd?.()
    onChange([...items, fresh])
  }
  return (
    <section className="card grid grid-cols-1 gap-4" aria-label={title}>
      <h2>{title}</h2>
      <p className="text-muted">{lead}</p>
      {before}
      <ol ref={list} className="grid grid-cols-1 gap-5">
        {items.map((item, at) => (
          <li key={ids[at] ?? at} className="grid grid-cols-1 gap-3 border-t border-line pt-4">
            <div className="flex items-center gap-2">
              <b className="min-w-0 flex-1 wrap-anywhere" dir="auto">
                {nameOf(item, at)}
              </b>
              <Moves
                id={ids[at] ?? ''}
                name={nameOf(item, at)}
                removal={removal}
                at={at}
                count={items.length}
                onMove={(to) => move(at, to)}
                onRemove={() => remove(at)}
              />
            </div>
            {children(item, at, edit(at))}
          </li>
        ))}
      </ol>
      {items.length < max && (
        <Button tone="quiet" className="justify-self-start" onClick={addOne}>
          <Plus size={18} />
          {add}
        </Button>
      )}
    </section>
  )
}

type MovesProps = {
  id: string
  name: string
  removal: ((name: string) => string) | undefined
  at: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

function Moves({ id, name, removal, at, count, onMove, onRemove }: MovesProps) {
  const { t } = useLingui()
  return (
    <>
      <Button
        tone="ghost"
        size="sm"
        data-does={`up ${id}`}
        aria-label={t`Move ${name} up`}
        disabled={at === 0}
        onClick={() => onMove(at - 1)}
      >
        <ArrowUp size={18} />
      </Button>
      <Button
        tone="ghost"
        size="sm"
        data-does={`down ${id}`}
        aria-label={t`Move ${name} down`}
        disabled={at === count - 1}
        onClick={() => onMove(at + 1)}
      >
        <ArrowDown size={18} />
      </Button>
      <Button
        tone="ghost"
        size="sm"
        data-does={`remove ${id}`}
        aria-label={removal?.(name) ?? t`Remove ${name}`}
        onClick={onRemove}
      >
        <Trash2 size={18} />
      </Button>
    </>
  )
}
