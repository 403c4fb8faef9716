import type { NewMatch } from '@kindred/contract/matching/choices'
import { lazy, Suspense, useState } from 'react'
import { vibrateOnMatch } from './haptics.ts'

const MatchMoment = lazy(() => import('./match-moment.tsx'))

/** Shows a match over the whole screen. `onClosed` runs when the member continues. */
export function useMatchMoment(onClosed?: () => void) {
  const [match, setMatch] = useState<NewMatch | null>(null)
  const show = (made: NewMatch) => {
    vibrateOnMatch()
    setMatch(made)
  }
  const close = () => {
    setMatch(null)
    onClosed?.()
  }
  return {
    show,
    moment: match && (
      <Suspense>
        <MatchMoment match={match} onClose={close} />
      </Suspense>
    ),
  }
}
