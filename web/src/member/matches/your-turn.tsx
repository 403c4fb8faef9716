import { lazy, Suspense, useSyncExternalStore } from 'react'
import { CallFailed } from '../../api/failure.ts'

const YourTurnDialog = lazy(() => import('./your-turn-dialog.tsx'))

let isOpen = false
const listeners = new Set<() => void>()

function setOpen(open: boolean): void {
  isOpen = open
  listeners.forEach((listener) => listener())
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the list of people who wait for an answer if that is why a like was refused, and returns true if so. */
export function showYourTurn(error: unknown): boolean {
  const isRefused = error instanceof CallFailed && error.is('your_turn')
  if (isRefused) setOpen(true)
  return isRefused
}

/** A like can be refused on several screens, and some time after it was made. */
export const YourTurn = () =>
  useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  ) && (
    <Suspense>
      <YourTurnDialog onClose={() => setOpen(false)} />
    </Suspense>
  )
