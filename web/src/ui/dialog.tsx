import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import type { OverlayProps } from './overlay.tsx'

export const dialogClass = styles['dialog']

type Props = {
  open?: boolean
  onClose: () => void
  title: string
  close?: string
  children: ReactNode
  side?: boolean
  low?: boolean
  footer?: ReactNode
  go?: string | false
  onGo?: () => void
  /** The label of the button that closes the dialog, "Cancel" by default. */
  cancel?: string | false
  onCancel?: () => void
  tone?: 'primary' | 'danger-solid'
  busy?: boolean
  disabled?: boolean
}

const load = () => import('./overlay.tsx')
const Overlay = lazy(load)
// The code for dialogs loads on the first input on the page, before anyone can open one.
for (const sign of ['pointermove', 'pointerdown', 'keydown'])
  addEventListener(sign, () => void load().catch(() => {}), { once: true, passive: true })

export function LazyOverlay(props: OverlayProps) {
  const [isNeeded, setNeeded] = useState(props.open)
  if (props.open && !isNeeded) setNeeded(true)
  return <Suspense>{isNeeded && <Overlay {...props} />}</Suspense>
}

/** With `side`, the dialog is a sheet at the edge. With `low`, it is a sheet at the bottom of a phone. */
export function Dialog({
  open = true,
  onClose,
  title,
  close,
  children,
  side = false,
  low = false,
  footer,
  go,
  ...props
}: Props) {
  const { t } = useLingui()
  const { onGo, cancel = t`Cancel`, onCancel = onClose, tone = 'primary', busy = false, disabled = false } = props
  return (
    <LazyOverlay
      open={open}
      onClose={onClose}
      title={title}
      close={close ?? t`Close`}
      className={
        `${dialogClass} flex flex-col ` +
        (side
          ? 'inset-y-0 inset-e-0 w-full max-w-[29rem] rounded-e-none! max-[29rem]:rounded-none!'
          : 'inset-0 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-[32rem]') +
        (low
          ? ' phone:top-auto phone:m-0 phone:w-full phone:max-w-none phone:rounded-b-none! phone:rounded-t-xl! ' +
            'phone:pb-[env(safe-area-inset-bottom)]'
          : '')
      }
    >
      {/* Rows are as tall as their content. A row with a minimum height would shrink to it, and the next row would
          cover it. */}
      <div className={`grid auto-rows-max gap-4 overflow-auto p-5 ${side ? 'flex-1 content-start' : ''}`}>
        {children}
      </div>
      {footer && <footer>{footer}</footer>}
      {go && (
        <footer>
          <span className={`ms-auto flex min-w-0 gap-2 ${low ? 'phone:w-full phone:*:flex-1' : ''}`}>
            {cancel && (
              <Button tone="quiet" className="flex-none" onClick={onCancel}>
                {cancel}
              </Button>
            )}
            {/* The label may contain a long name. */}
            <Button tone={tone} className="min-w-0" busy={busy} disabled={disabled} onClick={onGo}>
              <span className="truncate" title={go}>
                {go}
              </span>
            </Button>
          </span>
        </footer>
      )}
    </LazyOverlay>
  )
}
