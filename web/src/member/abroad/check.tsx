import { listedAt } from '@kindred/contract/safety/listed'
import { lazy, Suspense, type ReactNode, useEffect, useReducer } from 'react'
import { useSession } from '../../session/store.ts'
import { beforeOf, isAnswered, noteSettings } from './stored.ts'

const Alert = lazy(() => import('./alert.tsx'))
const Returned = lazy(() => import('./returned.tsx'))

/** The device's time zone never leaves it. */
const zoneNow = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Renders again when the app comes to the front, because it may have been open since before a trip. */
function useLooksAgain(): void {
  const [, lookAgain] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    document.addEventListener('visibilitychange', lookAgain)
    return () => document.removeEventListener('visibilitychange', lookAgain)
  }, [])
}

/** Compares where the member is with the list of countries, on the device. */
export default function Check({ children }: { children: ReactNode }) {
  const user = useSession((session) => session.user)
  useLooksAgain()
  const zone = zoneNow()
  const here = user ? listedAt({ country: user.countryCode, zone }) : []
  const country = user && here.find((each) => !isAnswered(user._id, each))
  const isBack = user !== null && here.length === 0 && beforeOf(user) !== null
  useEffect(() => {
    if (user && !country) noteSettings(user)
  }, [user, country])
  if (!user || (!country && !isBack)) return children
  return (
    <Suspense>{country ? <Alert key={country} country={country} user={user} /> : <Returned user={user} />}</Suspense>
  )
}
