import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import type { OverlayProps } from './overlay.tsx'

export const dialogClass = styles['dialog']
/** The end of a dialog's footer. */
export const dialogEndClass = 'ms-auto flex min-w-0 gap-2'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  close: string
  children: ReactNode
  footer?: ReactNode
  side?: boolean
}

const load = () => import('./overlay.tsx')
const Overlay = lazy(load)
// What is behind dialogs loads as soon as somebody does anything on the page, before they can open one.
for (const sign of ['pointermove', 'pointerdown', 'keydown'])
  addEventListener(sign, () => void load().catch(() => {}), { once: true, passive: true })

/** Loaded and shown once it is needed for the first time. */
export function LazyOverlay(props: OverlayProps) {
  const [isNeeded, setNeeded] = useState(props.open)
  if (props.open && !isNeeded) setNeeded(true)
  return <Suspense>{isNeeded && <Overlay {...props} />}</Suspense>
}

/** `side`: a sheet that comes in from the edge. */
export function Dialog({ open, onOpenChange, title, close, children, footer, side = false }: Props) {
  return (
    <LazyOverlay
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      close={close}
      className={
        `${dialogClass} flex flex-col ` +
        (side
          ? 'inset-y-0 inset-e-0 w-full max-w-[29rem] rounded-e-none!'
          : 'inset-0 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-[32rem]')
      }
    >
      {/* Rows as high as their content: a row with a least height would shrink to it, and be covered by the next. */}
      <div className={`grid auto-rows-max gap-4 overflow-auto p-5 ${side ? 'flex-1 content-start' : ''}`}>
        {children}
      </div>
      {footer && <footer>{footer}</footer>}
    </LazyOverlay>
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
    <Button tone="quiet" className="flex-none" onClick={onCancel}>
      {cancel}
    </Button>
    {/* It may say a long name. */}
    <Button tone={tone} className="min-w-0" busy={busy} disabled={disabled} onClick={onGo}>
      <span className="truncate" title={go}>
        {go}
      </span>
    </Button>
  </span>
)
