import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/store.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Shows what the member still has to do before meeting people, and the children once that is done. */
export function Gate({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const user = useSession((session) => session.user)
  if (!user) return null
  if (!user.isEmailVerified)
    return (
      <EmptyState
        title={t`Confirm your address first`}
        action={
          <Link className={buttonClass()} to={paths.verifyEmail}>
            <Trans>Enter the code</Trans>
          </Link>
        }
      >
        <Trans>Everybody here has proved theirs. The code is in your mail.</Trans>
      </EmptyState>
    )
  if (!user.profileComplete)
    return (
      <EmptyState
        title={t`Say who you are first`}
        action={
          <Link className={buttonClass()} to={paths.onboarding}>
            <Trans>Finish your profile</Trans>
          </Link>
        }
      >
        <Trans>People can be shown to each other once both have said whom they look for.</Trans>
      </EmptyState>
    )
  return children
}
