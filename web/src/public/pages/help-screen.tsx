import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound, LifeBuoy, ShieldCheck, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsOwn } from '../../api/own-texts.ts'
import { usePage, useSettings } from '../../api/settings.ts'
import { mailTo, paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { OwnText, Reading } from './reading.tsx'

const Way = ({ icon, title, children }: { icon: ReactNode; title: ReactNode; children: ReactNode }) => (
  <section className="card grid content-start gap-2">
    <span className="text-positive">{icon}</span>
    <h2>{title}</h2>
    <div className="grid gap-2 text-ink-2">{children}</div>
  </section>
)

export default function HelpScreen() {
  const { brand, supportEmail } = useSettings()
  const { t } = useLingui()
  usePage(t`Help Center`, t`Get help with ${brand}.`)
  if (useIsOwn('help')) return <OwnText name="help" title={t`Help Center`} />
  return (
    <Reading title={t`Help Center`} lead={t`How can we help?`}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Way icon={<KeyRound />} title={t`I can’t sign in`}>
          <p>
            <Trans>
              <Link to={paths.forgotPassword}>Reset your password</Link>, or{' '}
              <Link to={paths.verifyEmail}>confirm your email</Link> with a new code.
            </Trans>
          </p>
        </Way>
        <Way icon={<UserRound />} title={t`My account`}>
          <p>
            <Trans>
              Manage your password, email, devices and consents, or delete your account, in{' '}
              <Link to={paths.settings}>Settings</Link>.
            </Trans>
          </p>
        </Way>
        <Way icon={<ShieldCheck />} title={t`I don’t feel safe`}>
          <p>
            <Trans>
              Read our <Link to={paths.safety}>safety tips</Link>. If you’re in danger, call emergency services first,
              then contact us.
            </Trans>
          </p>
        </Way>
        <Way icon={<LifeBuoy />} title={t`Something else`}>
          <p>
            <Trans>
              Browse the <Link to={paths.faqs}>FAQs</Link>, or email us. A real person reads what you write.
            </Trans>
          </p>
          <a href={mailTo(supportEmail)} className={buttonClass('quiet', 'sm', 'justify-self-start')}>
            <Trans>Contact Support</Trans>
          </a>
        </Way>
      </div>
    </Reading>
  )
}
