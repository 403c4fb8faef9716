import { lazy, Suspense, useSyncExternalStore } from 'react'
import { isYourTurnShown, onYourTurn, setYourTurnShown } from './your-turn.ts'

const YourTurnDialog = lazy(() => import('./your-turn-dialog.tsx'))

/** A like can be refused on several screens, and some time after it was made. */
export const YourTurn = () =>
  useSyncExternalStore(onYourTurn, isYourTurnShown, () => false) && (
    <Suspense>
      <YourTurnDialog onClose={() => setYourTurnShown(false)} />
    </Suspense>
  )
