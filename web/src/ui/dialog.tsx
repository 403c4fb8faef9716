import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'
import styles from './dialog.module.css'

export const dialogClass = styles['dialog']
/** The right end of a dialog's footer. */
export const dialogEndClass = 'ml-auto flex gap-2'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  close: string
  children: ReactNode
  footer?: ReactNode
  side?: boolean
}

/**
 * Our dialogs are opened by state, not by a trigger that Radix knows, so we return the focus ourselves. A dialog that
 * has to be filled in first focuses the field marked `data-first`.
 */
export function useFocusBack() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement
      const first = event.currentTarget instanceof HTMLElement && event.currentTarget.querySelector('[data-first]')
      if (!(first instanceof HTMLElement)) return
      event.preventDefault()
      first.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}

/** Over everything, closed by Escape, gives the focus back. `side`: a sheet that comes in from the edge. */
export function Dialog({ open, onOpenChange, title, close, children, footer, side = false }: Props) {
  const focus = useFocusBack()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-30 bg-(--scrim)" />
        <Radix.Content
          aria-describedby={undefined}
          {...focus}
          className={
            `${dialogClass} fixed z-40 flex flex-col ` +
            (side
              ? 'inset-y-0 right-0 w-full max-w-[29rem] rounded-r-none!'
              : 'top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-[32rem] -translate-1/2')
          }
        >
          <header>
            <Radix.Title asChild>
              <h2>{title}</h2>
            </Radix.Title>
            <Radix.Close asChild>
              <IconButton label={close} tone="ghost" size="sm">
                <X size={20} aria-hidden="true" />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="grid gap-4 overflow-auto p-5">{children}</div>
          {footer && <footer>{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type EndProps = {
  cancel: string
  onCancel: () => void
  go: string
  onGo: () => void
  tone?: 'primary' | 'danger-solid'
  busy?: boolean
  disabled?: boolean
}

/** How most of them end: with a way out, and with what they are for. */
export const DialogEnd = ({
  cancel,
  onCancel,
  go,
  onGo,
  tone = 'primary',
  busy = false,
  disabled = false,
}: EndProps) => (
  <span className={dialogEndClass}>
    <Button tone="quiet" onClick={onCancel}>
      {cancel}
    </Button>
    <Button tone={tone} busy={busy} disabled={disabled} onClick={onGo}>
      {go}
    </Button>
  </span>
)
