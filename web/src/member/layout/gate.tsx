import { lazy, Suspense, type ReactNode } from 'react'
import { useSession } from '../../session/store.ts'

// Few members are in one of these states, so the screens load on demand.
const Inactive = lazy(() => import('./inactive.tsx'))
const Incomplete = lazy(() => import('./incomplete.tsx'))
const Snoozed = lazy(() => import('./snoozed.tsx'))
const NeedsConsent = lazy(() => import('./needs-consent.tsx'))

const late = (state: ReactNode) => <Suspense>{state}</Suspense>

type Props = {
  children: ReactNode
  /** True for screens where members meet people, which are unavailable while snoozed. */
  forMeeting?: boolean
}

/** Shows the step that the member has to complete before using the screen, or else the children. */
export function Gate({ children, forMeeting = false }: Props) {
  const user = useSession((session) => session.user)
  const missing = useSession((session) => session.missingConsents)
  if (!user) return null
  if (!user.isActive) return late(<Inactive />)
  if (!user.isEmailVerified) return late(<Incomplete isVerified={false} />)
  // Matches and chats work without this consent.
  if (missing.includes('acceptSpecialCategory')) return forMeeting ? late(<NeedsConsent />) : children
  if (!user.profileComplete) return late(<Incomplete isVerified />)
  if (forMeeting && user.settings.paused) return late(<Snoozed />)
  return children
}
