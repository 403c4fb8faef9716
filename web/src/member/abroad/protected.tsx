import { isAtRisk } from '@kindred/contract/safety/at-risk'
import { lazy, Suspense, type ReactNode } from 'react'
import { getSession, type Session, useSession } from '../../session/store.ts'

// Other members don't load the list of countries. For these, it loads along with the first page.
const load = () => import('./check.tsx')
const Check = lazy(load)
const isConcerned = ({ user }: Session): boolean => user?.isActive === true && isAtRisk(user)
if (isConcerned(getSession())) void load().catch(() => undefined)

/**
 * Members who could be punished for their gender or wishes where they are choose first whether to be found there. Until
 * then, nothing else of the app is rendered, so that it requests nothing and doesn't show them as online.
 */
export const Protected = ({ children }: { children: ReactNode }) =>
  useSession(isConcerned) ? (
    <Suspense>
      <Check>{children}</Check>
    </Suspense>
  ) : (
    children
  )
