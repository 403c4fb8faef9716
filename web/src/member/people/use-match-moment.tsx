import type { NewMatch } from '@kindred/contract/matching/choices'
import { lazy, Suspense, useEffect, useState } from 'react'
import { vibrateOnMatch } from './haptics.ts'

const MatchMoment = lazy(() => import('./match-moment.tsx'))

/** Shows matches over the whole screen, one after the other: the next waits until the member has closed the one before. */
export function useMatchMoment() {
  const [matches, setMatches] = useState<readonly NewMatch[]>([])
  const [match] = matches
  useEffect(() => {
    if (match) vibrateOnMatch()
  }, [match])
  return {
    show: (made: NewMatch) => setMatches((before) => [...before, made]),
    moment: match && (
      <Suspense>
        <MatchMoment key={match._id} match={match} onClose={() => setMatches((before) => before.slice(1))} />
      </Suspense>
    ),
  }
}
