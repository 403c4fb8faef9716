import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, type ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSession } from '../../session/store.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

// Few members are in one of these states, so the screens load on demand.
const Inactive = lazy(() => import('./inactive.tsx'))
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
  const { t } = useLingui()
  const user = useSession((session) => session.user)
  const missing = useSession((session) => session.missingConsents)
  if (!user) return null
  if (!user.isActive) return late(<Inactive />)
  if (!user.isEmailVerified)
    return (
      <EmptyState
        title={t`Confirm your email first`}
        action={
          <Link className={buttonClass()} to={paths.verifyEmail}>
            <Trans>Enter code</Trans>
          </Link>
        }
      >
        <Trans>Everyone here has confirmed theirs. Check your inbox for the code.</Trans>
      </EmptyState>
    )
  // Matches and chats work without this consent.
  if (missing.includes('acceptSpecialCategory')) return forMeeting ? late(<NeedsConsent />) : children
  if (!user.profileComplete)
    return (
      <EmptyState
        title={t`Finish your profile first`}
        action={
          <Link className={buttonClass()} to={paths.onboarding}>
            <Trans>Finish your profile</Trans>
          </Link>
        }
      >
        <Trans>You can meet people once you’ve told us who you’d like to meet.</Trans>
      </EmptyState>
    )
  if (forMeeting && user.settings.paused) return late(<Snoozed />)
  return children
}
