import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { IconButton } from './button.tsx'

export type OverlayProps = {
  open: boolean
  onClose: () => void
  title: string
  /** The label of the close button. Without one, the title is hidden, or shown with these classes. */
  close?: string
  titleClass?: string
  className: string
  children: ReactNode
}

/**
 * Our dialogs are opened by state rather than by a trigger that Radix knows, so we return the focus ourselves. A dialog
 * with required input focuses the field marked `data-first`.
 */
function useFocusBack() {
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

type Watcher = { onclose: (() => void) | null; destroy: () => void }
/** TypeScript doesn't know it yet. */
const { CloseWatcher } = window as { CloseWatcher?: new () => Watcher }

/**
 * On Android, Back closes the overlay rather than leaving the page, where the browser has close watchers. Escape is
 * handled before them.
 */
function useCloseOnBack(open: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open || !CloseWatcher) return undefined
    let watcher: Watcher
    // A watcher works once, and the overlay may stay open.
    const watch = () => {
      watcher = new CloseWatcher()
      watcher.onclose = () => {
        watch()
        close()
      }
    }
    watch()
    return () => watcher.destroy()
  }, [open])
}

/** A modal overlay, which traps the focus, closes on Escape, and returns the focus. */
export default function Overlay({
  open,
  onClose,
  title,
  close,
  titleClass = 'sr-only',
  className,
  children,
}: OverlayProps) {
  const focus = useFocusBack()
  useCloseOnBack(open, onClose)
  return (
    <Radix.Root open={open} onOpenChange={onClose}>
      <Radix.Portal>
        {/* As high as the content, so that it also covers a dialog that opened this one. */}
        <Radix.Overlay className="fixed inset-0 z-40 bg-(--scrim)" />
        <Radix.Content aria-describedby={undefined} {...focus} className={`fixed z-40 ${className}`}>
          {close === undefined ? (
            <Radix.Title className={titleClass}>{title}</Radix.Title>
          ) : (
            <header>
              <Radix.Title asChild>
                <h2 className="line-clamp-3" title={title}>
                  {title}
                </h2>
              </Radix.Title>
              <Radix.Close asChild>
                <IconButton label={close} tone="ghost" size="sm">
                  <X size={20} />
                </IconButton>
              </Radix.Close>
            </header>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
