import {
  cloneElement,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'

export type MenuItem = { label: string; icon?: ReactNode; danger?: boolean; onSelect: () => void }
/** What opens a menu. */
export type Trigger = ReactElement<ComponentProps<'button'>>
type Props = { trigger: Trigger; items: MenuItem[] }

/** Over everything, beside its button: the browser opens it, closes it on Escape and on clicks elsewhere. */
export function Menu({ trigger, items }: Props) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => (isOpen ? holdBeside(menu, opener) : undefined), [isOpen])
  return (
    <>
      {cloneElement(trigger, {
        ref: opener,
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        // @ts-expect-error React's types know attributes of data only in JSX.
        'data-state': isOpen ? 'open' : 'closed',
      })}
      {createPortal(
        <div
          ref={menu}
          id={id}
          popover="auto"
          role="menu"
          tabIndex={-1}
          onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
          onKeyDown={moveFocus}
          className={
            'fixed inset-auto m-0 max-h-[calc(100dvh-1rem)] min-w-48 gap-0.5 overflow-auto rounded-lg border-0 ' +
            'bg-raised p-1.5 shadow-lg open:grid'
          }
        >
          {isOpen && items.map((item) => <Item key={item.label} {...item} close={() => menu.current?.hidePopover()} />)}
        </div>,
        document.body,
      )}
    </>
  )
}

const Item = ({ label, icon, danger, onSelect, close }: MenuItem & { close: () => void }) => (
  <button
    type="button"
    role="menuitem"
    tabIndex={-1}
    className={
      'flex min-h-11 cursor-pointer items-center gap-3 rounded-md border-0 bg-transparent px-3 text-left ' +
      'outline-none ' +
      `hover:bg-sunken focus-visible:bg-sunken ${danger ? 'text-danger' : 'text-ink'}`
    }
    onClick={() => {
      // First: what it does may move the focus elsewhere.
      close()
      onSelect()
    }}
  >
    {icon}
    {label}
  </button>
)

const GAP = 6
const EDGE = 8

/** Keeps the open menu below its button, or above it where there is no room. */
function holdBeside(menu: RefObject<HTMLElement | null>, opener: RefObject<HTMLElement | null>) {
  const place = () => {
    if (!menu.current || !opener.current) return
    const { offsetWidth, offsetHeight, style } = menu.current
    const { top, bottom, right } = opener.current.getBoundingClientRect()
    const below = bottom + GAP
    const isRoom = below + offsetHeight <= innerHeight - EDGE
    style.top = `${isRoom ? below : Math.max(EDGE, top - GAP - offsetHeight)}px`
    style.left = `${Math.max(EDGE, Math.min(right - offsetWidth, innerWidth - EDGE - offsetWidth))}px`
  }
  place()
  menu.current?.querySelector('button')?.focus({ preventScroll: true })
  addEventListener('scroll', place, true)
  addEventListener('resize', place)
  return () => {
    removeEventListener('scroll', place, true)
    removeEventListener('resize', place)
  }
}

/** By arrows from item to item, to the first and the last, and to the next that begins with a letter. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll('button')]
  const at = items.findIndex((item) => item === document.activeElement)
  const from = (start: number) => [...items.slice(start), ...items.slice(0, start)]
  const next = {
    ArrowDown: () => from(at + 1)[0],
    ArrowUp: () => from(Math.max(at, 0)).at(-1),
    Home: () => items[0],
    End: () => items.at(-1),
    Tab: () => items[at],
  }[event.key]
  const isLetter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
  const letter = event.key.toLocaleLowerCase()
  const found = isLetter
    ? from(at + 1).find((item) => item.textContent.trim().toLocaleLowerCase().startsWith(letter))
    : next?.()
  if (next || isLetter) event.preventDefault()
  found?.focus()
}
