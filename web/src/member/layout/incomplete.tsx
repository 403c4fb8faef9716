import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** What is left of joining: the code from the email, or the profile. */
export default function Incomplete({ isVerified }: { isVerified: boolean }) {
  const { t } = useLingui()
  if (!isVerified)
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
}
