import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { holdBeside } from './beside.ts'

type Props = {
  label: string
  /** The classes and the content of the button, and its name if the content has none. */
  className: string
  trigger: ReactNode
  name?: string
  children: ReactNode
  /** True if a click on a link or button within closes the popover. */
  isList?: boolean
}

/** Fields beside a button. The browser opens them in the top layer, and closes them on Escape or a click outside. */
export function Popover({ label, className, trigger, name, children, isList = false }: Props) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    if (!isOpen) return
    let release = () => {}
    // The browser fires this event before it shows the panel, which until then has no size.
    const frame = requestAnimationFrame(() => (release = holdBeside(panel, opener)))
    const list = isList ? panel.current : null
    const choose = ({ target }: Event) =>
      target instanceof Element && target.closest('a, button') && list?.hidePopover()
    list?.addEventListener('click', choose)
    return () => {
      list?.removeEventListener('click', choose)
      cancelAnimationFrame(frame)
      release()
    }
  }, [isOpen, isList])
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={className}
        aria-label={name}
        title={name}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        {trigger}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
        className={
          'fixed inset-auto m-0 max-h-[calc(100dvh-1rem)] w-72 gap-2 overflow-auto rounded-lg border-0 bg-raised p-3 ' +
          'text-ink shadow-lg open:grid'
        }
      >
        {isOpen && children}
      </div>
    </>
  )
}
