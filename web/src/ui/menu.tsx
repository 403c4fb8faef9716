import {
  cloneElement,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react'
import { createPortal } from 'react-dom'
import { holdBeside } from './beside.ts'
import { ahead } from './direction.ts'

export type MenuItem = {
  label: string
  /** The accessible name if the label alone is ambiguous. */
  name?: string
  icon?: ReactNode
  danger?: boolean
  onSelect: () => void
}
type MenuGroup = { title: string; items: MenuItem[] }
type Trigger = ReactElement<ComponentProps<'button'>>
/** Opens the menu while this pointer may still be down. */
export type MenuHandle = { openFor: (pointerId: number | undefined) => void }
type Content = {
  /** Small options in a row above the items. */
  bar?: { label: string; content: ReactNode; isOn: boolean; onSelect: () => void }[]
  items?: MenuItem[]
  groups?: MenuGroup[]
  foot?: string
}
type Props = Content & { trigger: Trigger; label?: string; handle?: Ref<MenuHandle> }

/** A popover beside its button. The browser opens it in the top layer, and closes it on Escape or a click outside. */
export function Menu({ trigger, label, handle, ...content }: Props) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useImperativeHandle(handle, () => ({
    openFor: (pointerId) => {
      menu.current?.showPopover()
      if (pointerId === undefined) return
      try {
        // Otherwise, releasing the pointer outside the menu would close it.
        menu.current?.setPointerCapture(pointerId)
      } catch {
        // The pointer is up already, or a key opened the menu.
      }
    },
  }))
  useLayoutEffect(() => {
    if (!isOpen) return
    let release = () => {}
    // The browser fires this event before it shows the menu, which until then has no size and can't take the focus.
    const frame = requestAnimationFrame(() => {
      release = holdBeside(menu, opener)
      menu.current?.querySelector('button')?.focus({ preventScroll: true })
    })
    return () => {
      cancelAnimationFrame(frame)
      release()
    }
  }, [isOpen])
  return (
    <>
      {cloneElement(trigger, {
        ref: opener,
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        // @ts-expect-error React's types allow data attributes only in JSX.
        'data-state': isOpen ? 'open' : 'closed',
      })}
      {/* The first paint is rendered without a document. */}
      {typeof document !== 'undefined' &&
        createPortal(
          <div
            ref={menu}
            id={id}
            popover="auto"
            role="menu"
            aria-label={label}
            tabIndex={-1}
            onBeforeToggle={({ newState, currentTarget }) => {
              // The items disappear before the browser could return the focus.
              if (newState === 'closed' && currentTarget.contains(document.activeElement)) opener.current?.focus()
              setOpen(newState === 'open')
            }}
            onKeyDown={moveFocus}
            className={
              'fixed inset-auto m-0 max-h-[calc(100dvh-1rem)] min-w-48 gap-0.5 overflow-auto rounded-lg border-0 ' +
              'bg-raised p-1.5 shadow-lg open:grid'
            }
          >
            {isOpen && <Content {...content} close={() => menu.current?.hidePopover()} />}
          </div>,
          document.body,
        )}
    </>
  )
}

type Closing = { close: () => void }

const Content = ({ bar, items, groups, foot, close }: Content & Closing) => (
  <>
    {bar && <Bar bar={bar} close={close} />}
    {items?.map((item) => (
      <Item key={item.label} {...item} close={close} />
    ))}
    {groups?.map(({ title, items: those }) => (
      <div key={title} role="group" aria-label={title} className="grid gap-0.5">
        <p className={`${noteClass} pt-2`} aria-hidden="true">
          {title}
        </p>
        {those.map((item) => (
          <Item key={item.label} {...item} close={close} />
        ))}
      </div>
    ))}
    {foot && (
      <p className={`${noteClass} pt-2 font-normal!`} aria-hidden="true">
        {foot}
      </p>
    )}
  </>
)

const noteClass = 'px-3 pb-1 text-caption font-medium text-muted'

const Bar = ({ bar, close }: { bar: NonNullable<Content['bar']> } & Closing) => (
  <div role="group" className="flex gap-0.5 border-b border-line pb-1.5">
    {bar.map(({ label, content, isOn, onSelect }) => (
      <button
        key={label}
        type="button"
        role="menuitem"
        data-bar
        tabIndex={-1}
        aria-label={label}
        title={label}
        className={
          'grid size-11 cursor-pointer place-items-center rounded-full border-0 text-title outline-none ' +
          `hover:bg-sunken focus-visible:bg-sunken ${isOn ? 'bg-sunken' : 'bg-transparent'}`
        }
        onClick={() => {
          close()
          onSelect()
        }}
      >
        {content}
      </button>
    ))}
  </div>
)

const Item = ({ label, name, icon, danger, onSelect, close }: MenuItem & Closing) => (
  <button
    type="button"
    role="menuitem"
    aria-label={name}
    tabIndex={-1}
    className={
      'flex min-h-11 cursor-pointer items-center gap-3 rounded-md border-0 bg-transparent px-3 text-start ' +
      'outline-none ' +
      `hover:bg-sunken focus-visible:bg-sunken ${danger ? 'text-danger' : 'text-ink'}`
    }
    onClick={() => {
      // The menu closes first, because the action may move the focus elsewhere.
      close()
      onSelect()
    }}
  >
    {icon}
    {label}
  </button>
)

/** Arrow keys move between items, Home and End go to the first and last, and a letter goes to the next match. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll('button')]
  // Up and down treat the bar as one row.
  const isRow = (item: HTMLElement, at: number) =>
    at === 0 || item === document.activeElement || item.dataset['bar'] === undefined
  const items = event.key === 'ArrowDown' || event.key === 'ArrowUp' ? all.filter(isRow) : all
  const at = items.findIndex((item) => item === document.activeElement)
  const from = (start: number) => [...items.slice(start), ...items.slice(0, start)]
  const next = {
    ArrowDown: () => from(at + 1)[0],
    ArrowUp: () => from(Math.max(at, 0)).at(-1),
    [ahead() > 0 ? 'ArrowRight' : 'ArrowLeft']: () => from(at + 1)[0],
    [ahead() > 0 ? 'ArrowLeft' : 'ArrowRight']: () => from(Math.max(at, 0)).at(-1),
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
