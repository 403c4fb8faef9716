import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { useSettings } from '../../api/settings.ts'
import { mailTo, paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { usePage } from '../../ui/page.ts'
import { Brand, Reading, Section } from './reading.tsx'

const sections = (
  <>
    <Section title={<Trans>1. Who this is for</Trans>}>
      <p>
        <Trans>
          <Brand /> is a place for adults to meet. It is not for people under 18, and accounts of younger people are
          removed when we learn of them.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>2. What you give us</Trans>}>
      <p>
        <Trans>
          Your name, address, date of birth and password when you join; what you write about yourself, the pictures that
          you choose, whom you look for, and the messages that you send when you take part. Others see your first name
          and your age, never your last name, address or date of birth.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>3. Where you are</Trans>}>
      <p>
        <Trans>
          We never keep a coordinate. A position is turned into a square of about a mile as it arrives, and every
          distance is measured from the middle of such squares. You can type a city instead.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>4. Why we use it</Trans>}>
      <p>
        <Trans>
          To show you to people whom you might like, to keep the place safe, and to do what the law asks. Whom you look
          for says something about your orientation: we use it only with your agreement, which you can withdraw in your
          settings. We do not sell anything about you, and nothing from elsewhere follows you here.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>5. Who sees it</Trans>}>
      <p>
        <Trans>
          Other members see your profile as your privacy settings allow. Staff see a profile when they have to, and
          messages only while a report concerns them; each look is written down. Payment providers get what a payment
          needs.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>6. How long we keep it</Trans>}>
      <ul className="list-disc pl-5">
        <li>
          <Trans>Uploads that were never used: 24 hours.</Trans>
        </li>
        <li>
          <Trans>Logs: 30 days. Records of sign-ins: 90 days.</Trans>
        </li>
        <li>
          <Trans>An account that you delete: hidden at once, erased after 30 days.</Trans>
        </li>
        <li>
          <Trans>
            Evidence in reports and the decisions about them: one year after closing. Invoices: as long as the law asks.
          </Trans>
        </li>
      </ul>
    </Section>
    <Section title={<Trans>7. What you can do</Trans>}>
      <p>
        <Trans>
          See and correct what we keep, take it with you, withdraw your agreement, or leave: all of it in your{' '}
          <Link to={paths.settings}>settings</Link>. You can also complain to the authority for data protection where
          you live.
        </Trans>
      </p>
    </Section>
  </>
)

export default function PrivacyScreen() {
  const { brand, supportEmail } = useSettings()
  const { t } = useLingui()
  usePage(t`Privacy Policy`, brand, t`What ${brand} keeps about you, why, for how long, and how you take it with you.`)
  return (
    <Reading title={<Trans>Privacy Policy</Trans>} lead={<Trans>What we keep about you, why, and for how long.</Trans>}>
      <p className="text-muted">
        <Trans>Last updated: Oct 20, 2025</Trans>
      </p>
      {sections}
      <Section title={<Trans>8. How to reach us</Trans>}>
        <p>
          <Trans>Write to us about anything in this policy. A person answers.</Trans>
        </p>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <a href={mailTo(supportEmail)} className={buttonClass('quiet')}>
            <Mail size={18} aria-hidden="true" />
            <Trans>Contact Support</Trans>
          </a>
          <span className="min-w-0 wrap-anywhere">{supportEmail}</span>
        </p>
      </Section>
    </Reading>
  )
}
