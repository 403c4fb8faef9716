import { useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

type Props<Item> = {
  title: string
  lead: string
  items: readonly Item[]
  /** What one of them is called, by its place. */
  nameOf: (item: Item, at: number) => string
  fresh: Item
  add: string
  most: number
  onChange: (items: Item[]) => void
  children: (item: Item, at: number, say: (change: Partial<Item>) => void) => ReactNode
}

/** Things in an order: each can be changed, moved and taken out, and another can be added. */
export function Ordered<Item extends object>(props: Props<Item>) {
  const { title, lead, items, nameOf, fresh, add, most, onChange, children } = props
  const say = (at: number) => (change: Partial<Item>) =>
    onChange(items.map((item, each) => (each === at ? { ...item, ...change } : item)))
  return (
    <section className="card grid grid-cols-1 gap-4">
      <h2>{title}</h2>
      <p className="muted">{lead}</p>
      <ol className="grid grid-cols-1 gap-5">
        {items.map((item, at) => (
          // eslint-disable-next-line react/no-array-index-key -- their place is what they are
          <li key={at} className="grid grid-cols-1 gap-3 border-t border-line pt-4">
            <div className="flex items-center gap-2">
              <b className="min-w-0 flex-1 truncate">{nameOf(item, at)}</b>
              <Moves
                name={nameOf(item, at)}
                at={at}
                count={items.length}
                onMove={(to) => onChange(moved(items, at, to))}
                onRemove={() => onChange(items.filter((_, each) => each !== at))}
              />
            </div>
            {children(item, at, say(at))}
          </li>
        ))}
      </ol>
      {items.length < most && (
        <Button tone="quiet" className="justify-self-start" onClick={() => onChange([...items, fresh])}>
          <Plus size={18} aria-hidden="true" />
          {add}
        </Button>
      )}
    </section>
  )
}

export const moved = <T,>(items: readonly T[], from: number, to: number): T[] =>
  items.toSpliced(from, 1).toSpliced(to, 0, items[from]!)

type MovesProps = { name: string; at: number; count: number; onMove: (to: number) => void; onRemove: () => void }

function Moves({ name, at, count, onMove, onRemove }: MovesProps) {
  const { t } = useLingui()
  return (
    <>
      <Button tone="ghost" size="sm" aria-label={t`Move ${name} up`} disabled={at === 0} onClick={() => onMove(at - 1)}>
        <ArrowUp size={18} aria-hidden="true" />
      </Button>
      <Button
        tone="ghost"
        size="sm"
        aria-label={t`Move ${name} down`}
        disabled={at === count - 1}
        onClick={() => onMove(at + 1)}
      >
        <ArrowDown size={18} aria-hidden="true" />
      </Button>
      <Button tone="ghost" size="sm" aria-label={t`Remove ${name}`} onClick={onRemove}>
        <Trash2 size={18} aria-hidden="true" />
      </Button>
    </>
  )
}
