import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsOwn } from '../../api/own-texts.ts'
import { useIsOn, useIsOnePlace, useMinimumAge } from '../../api/house.ts'
import { usePage, useSettings } from '../../api/settings.ts'
import { mailTo, paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { FairOrder, OwnText, Reading } from './reading.tsx'

export default function FaqsScreen() {
  const { brand, supportEmail } = useSettings()
  const { t } = useLingui()
  usePage(t`FAQs`, t`Frequently asked questions about ${brand}.`)
  if (useIsOwn('faqs')) return <OwnText name="faqs" title={t`Frequently asked questions`} />
  return (
    <Reading title={t`Frequently asked questions`}>
      <div className="grid">{questions}</div>
      <section className="grid justify-items-start gap-3 rounded-lg bg-sunken p-6">
        <h2>{t`Still have a question?`}</h2>
        <a href={mailTo(supportEmail)} className={buttonClass('primary')}>
          <Mail size={18} />
          {t`Contact Support`}
        </a>
      </section>
    </Reading>
  )
}

function Question({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className="group border-t border-line last:border-b">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3 font-medium">
        {title}
        <ChevronDown size={20} className="shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="grid gap-3 pb-5 text-ink-2">{children}</div>
    </details>
  )
}

function JoinAnswer() {
  const age = useMinimumAge()
  return (
    <Trans>
      <p>
        <Link to={paths.join}>Join</Link> with your name, email address, date of birth and a password, then enter the
        6-digit code we email you. You have to be {age} or older.
      </p>
    </Trans>
  )
}

function PlaceAnswer() {
  if (useIsOnePlace())
    return (
      <Trans>
        <p>No. We don’t ask where you live, and no one sees how far away you are.</p>
      </Trans>
    )
  return (
    <Trans>
      <p>
        Not exactly. We store an area about a mile wide, never your coordinates, and people only see a rough distance.
        Read more in our <Link to={paths.privacy}>privacy policy</Link>.
      </p>
    </Trans>
  )
}

const Upgrade = () =>
  useIsOn('premium') && (
    <Question title={<Trans>How do I upgrade to Premium?</Trans>}>
      <Trans>
        <p>
          Go to <Link to={paths.premium}>Premium</Link> and choose a monthly, quarterly or annual plan. They only differ
          in price, and you can cancel with one click.
        </p>
      </Trans>
      <p>
        <FairOrder />
      </p>
    </Question>
  )

const LikesAnswer = () =>
  useIsOn('premium') ? (
    <Trans>
      <p>
        Go to <Link to={paths.likes}>Likes</Link>. Premium shows you who they are. Otherwise, you’ll see a rough count,
        such as 5+ or 10+, updated once a day. Anyone you like back becomes a match either way.
      </p>
    </Trans>
  ) : (
    <Trans>
      <p>
        Go to <Link to={paths.likes}>Likes</Link>. You’ll see a rough count, such as 5+ or 10+, updated once a day.
        Anyone you like back becomes a match.
      </p>
    </Trans>
  )

const questions = (
  <>
    <Question title={<Trans>How do I create an account?</Trans>}>
      <JoinAnswer />
    </Question>
    <Question title={<Trans>How does matching work?</Trans>}>
      <Trans>
        <p>
          In <Link to={paths.discover}>Discover</Link>, you see people who fit what you’re looking for and who are
          looking for someone like you. When two people like each other, it’s a match and they can message each other.
          Your answers to the <Link to={paths.questions}>questions</Link> make up a compatibility score that shows its
          reasons and how certain it is.
        </p>
      </Trans>
    </Question>
    <Upgrade />
    <Question title={<Trans>How do I report someone?</Trans>}>
      <Trans>
        <p>
          You’ll find Report wherever a person, photo or message appears. A real person reads every report, and you can
          follow yours in <Link to={paths.support}>Support</Link>. Our <Link to={paths.rules}>community rules</Link> say
          what isn’t allowed.
        </p>
      </Trans>
    </Question>
    <Question title={<Trans>How do I delete my account?</Trans>}>
      <Trans>
        <p>
          Go to <Link to={paths.settings}>Settings</Link> and choose “Delete my account.” You’re hidden right away and
          erased after 30 days. Until then, you can sign in and change your mind.
        </p>
      </Trans>
    </Question>
    <Question title={<Trans>I forgot my password. What now?</Trans>}>
      <Trans>
        <p>
          Request <Link to={paths.forgotPassword}>a link to choose a new one</Link>. The link expires in 15 minutes.
          Changing your password signs you out everywhere.
        </p>
      </Trans>
    </Question>
    <Question title={<Trans>Can I see who liked me?</Trans>}>
      <LikesAnswer />
    </Question>
    <Question title={<Trans>Can others see where I am?</Trans>}>
      <PlaceAnswer />
    </Question>
    <Question title={<Trans>Something isn’t working. What can I do?</Trans>}>
      <Trans>
        <p>
          Reload the page and check your connection. If that doesn’t help, visit the{' '}
          <Link to={paths.help}>Help Center</Link> or email us what you did and what you saw.
        </p>
      </Trans>
    </Question>
    <Question title={<Trans>How do I change which notifications I get?</Trans>}>
      <Trans>
        <p>
          In <Link to={paths.settings}>Settings</Link>, choose which emails you get and how often, and turn on push
          notifications for this device. You see everything in the app, and we always email you about your account’s
          security.
        </p>
      </Trans>
    </Question>
  </>
)
