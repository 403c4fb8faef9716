import { Trans, useLingui } from '@lingui/react/macro'
import { Mail } from 'lucide-react'
import { useMinimumAge } from '../../api/house.ts'
import { useIsOwn } from '../../api/own-texts.ts'
import { usePage, useSettings } from '../../api/settings.ts'
import { mailTo, paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Brand, Coming, OwnText, Reading, Section } from './reading.tsx'

const sections = (
  <>
    <Section title={<Trans>1. Who this is for</Trans>}>
      <p>
        <Adults />
      </p>
    </Section>
    <Section title={<Trans>2. What you give us</Trans>}>
      <p>
        <Trans>
          When you join: your name, email address, date of birth and password. When you take part: what you write about
          yourself, the photos you choose, who you’d like to meet, the messages you send, trips that you plan, and a
          scrambled form of contacts that you want to avoid, with a hint. People see your first name and age, never your
          last name, email address or date of birth.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>3. Where you are</Trans>}>
      <p>
        <Trans>
          We never store your coordinates. We turn your position into a square about a mile wide as soon as it arrives,
          and measure every distance from the center of such squares. You can enter a city instead.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>4. Why we use it</Trans>}>
      <p>
        <Trans>
          To introduce you to people you might like, to keep everyone safe and to comply with the law. Who you’d like to
          meet says something about your orientation, so we only use it with your consent, which you can withdraw in
          your settings. We don’t sell your data, and there are no third-party trackers here.
        </Trans>
      </p>
      <p>
        <Trans>
          If you say how a date was, the other person never sees it. Such answers may also help us decide who to show
          first: we only keep totals from them, with random noise added. While we do that, we say so where you answer.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>5. Who sees it</Trans>}>
      <p>
        <Trans>
          Other members see your profile as your privacy settings allow. Our staff see a profile when their work
          requires it, and messages only while a report concerns them. Every access is logged. Payment providers only
          get what they need to process a payment.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>6. How long we keep it</Trans>}>
      <ul className="list-disc ps-5">
        <li>
          <Trans>Unused uploads: 24 hours.</Trans>
        </li>
        <li>
          <Trans>Logs: 30 days. Sign-in records: 90 days.</Trans>
        </li>
        <li>
          <Trans>
            If you pay: a fingerprint of your card (not its number) that lets us recognize it on another account. We
            keep it until your account is erased.
          </Trans>
        </li>
        <li>
          <Trans>Deleted accounts: hidden right away, erased after 30 days.</Trans>
        </li>
        <li>
          <Trans>
            Evidence in reports and the decisions about them: one year after the report is closed. Invoices: as long as
            the law requires.
          </Trans>
        </li>
        <li>
          <Trans>
            If we ban you: a code that lets us recognize your email, but not the email itself. We keep it for 3 years,
            even if your account is erased, or until the ban ends.
          </Trans>
        </li>
      </ul>
    </Section>
    <Section title={<Trans>7. Your choices</Trans>}>
      <p>
        <Trans>
          View and correct your data, take it with you, withdraw your consent or delete your account in{' '}
          <Link to={paths.settings}>Settings</Link>. You can also complain to the data protection authority where you
          live.
        </Trans>
      </p>
    </Section>
  </>
)

function Adults() {
  const age = useMinimumAge()
  return (
    <Trans>
      <Brand /> is a place for adults to meet. It’s not for anyone under {age}. If we learn that someone is younger, we
      remove their account.
    </Trans>
  )
}

export default function PrivacyScreen() {
  const { brand, supportEmail } = useSettings()
  const { t } = useLingui()
  usePage(t`Privacy Policy`, t`What ${brand} keeps about you, why and for how long, and how to take it with you.`)
  if (useIsOwn('privacy')) return <OwnText name="privacy" title={t`Privacy Policy`} />
  return (
    <Reading title={t`Privacy Policy`} lead={t`What we keep about you, why and for how long.`}>
      <p className="text-muted">{t`Last updated: Oct 20, 2025`}</p>
      <Coming name="privacy" />
      {sections}
      <Section title={t`8. How to reach us`}>
        <p>{t`Email us about anything in this policy. A real person will answer.`}</p>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <a href={mailTo(supportEmail)} className={buttonClass('quiet')}>
            <Mail size={18} />
            {t`Contact Support`}
          </a>
          <span className="min-w-0 wrap-anywhere">{supportEmail}</span>
        </p>
      </Section>
    </Reading>
  )
}
