import { lazy, Suspense, useSyncExternalStore } from 'react'
import { onYourTurn, setYourTurnShown, shownYourTurn } from './your-turn.ts'

const YourTurnDialog = lazy(() => import('./your-turn-dialog.tsx'))

/** A like can be refused on several screens, and some time after it was made. */
export function YourTurn() {
  const deck = useSyncExternalStore(onYourTurn, shownYourTurn, () => null)
  return (
    deck && (
      <Suspense>
        <YourTurnDialog deck={deck} onClose={() => setYourTurnShown(null)} />
      </Suspense>
    )
  )
}
