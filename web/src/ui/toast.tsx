import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import styles from './toast.module.css'

// Only one toast is shown at a time, with an undo if there is one.

export type Message = { text: string; bad?: boolean; undo?: { label: string; run: () => void }; lasts?: number }

let current: (Message & { id: number }) | null = null
let count = 0
const listeners = new Set<() => void>()
const show = (message: typeof current) => {
  current = message
  listeners.forEach((listener) => listener())
}

export const toast = (message: Message): void => show({ ...message, id: ++count })

const LASTS = 6000
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Toasts are below the header on phones, and at the inline end on desktops. In a conversation, they appear above the message
 * field. What they cover can still be clicked.
 */
const placeClass =
  'fixed inset-x-4 top-17 z-50 mx-auto grid max-w-md ' +
  'desk:top-auto desk:inset-e-6 desk:bottom-6 desk:inset-s-auto desk:w-md ' +
  'desk:[:has([data-composer])>&]:bottom-32'

export function Toaster() {
  const message = useSyncExternalStore(subscribe, () => current)
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    if (!message || paused) return
    const timer = setTimeout(() => show(null), message.lasts ?? LASTS)
    return () => clearTimeout(timer)
  }, [message, paused])
  return (
    <div role="status" aria-live="polite" className={placeClass}>
      {message && (
        <div className={`${styles['toast']} ${message.bad ? styles['bad'] : ''}`}>
          {message.bad ? <CircleAlert className="icon" /> : <CircleCheck className="icon" />}
          <span>{message.text}</span>
          {message.undo && (
            <button
              type="button"
              onFocus={() => setPaused(true)}
              onBlur={() => setPaused(false)}
              onClick={() => {
                message.undo?.run()
                show(null)
                // A removed button never fires a blur event.
                setPaused(false)
              }}
            >
              {message.undo.label}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
