import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronDown, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.ts'
import { mailTo, paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { usePage } from '../../ui/page.ts'
import { Reading } from './reading.tsx'

export default function FaqsScreen() {
  const { brand, supportEmail } = useSettings()
  const { t } = useLingui()
  usePage(t`FAQs`, brand, t`Ten questions about ${brand}, with their answers.`)
  return (
    <Reading title={<Trans>Frequently asked questions</Trans>}>
      <div className="grid">{questions}</div>
      <section className="grid justify-items-start gap-3 rounded-lg bg-sunken p-6">
        <h2>
          <Trans>Something else?</Trans>
        </h2>
        <a href={mailTo(supportEmail)} className={buttonClass('primary')}>
          <Mail size={18} aria-hidden="true" />
          <Trans>Contact Support</Trans>
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
        <ChevronDown size={20} aria-hidden="true" className="shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="grid gap-3 pb-5 text-ink-2">{children}</div>
    </details>
  )
}

const PlaceAnswer = () => (
  <Trans>
    <p>
      Nobody, exactly. We keep a square of about a mile, never a coordinate, and others see a rough distance. Our{' '}
      <Link to={paths.privacy}>privacy policy</Link> says more.
    </p>
  </Trans>
)

const questions = (
  <>
    <Question title={<Trans>How do I create an account?</Trans>}>
      <Trans>
        <p>
          <Link to={paths.join}>Join</Link> with your name, address, date of birth and a password, then confirm the
          address with the six digits that we send you. You have to be 18 or older.
        </p>
      </Trans>
    </Question>
    <Question title={<Trans>How does matching work?</Trans>}>
      <Trans>
        <p>
          In <Link to={paths.discover}>discover</Link> you see people whose wishes you meet and who meet yours. When two
          people like each other, they are a match and can write to each other. The{' '}
          <Link to={paths.questions}>questions</Link> that you answer make a score, which says why it is what it is, and
          how sure.
        </p>
      </Trans>
    </Question>
    <Question title={<Trans>How do I upgrade to premium?</Trans>}>
      <Trans>
        <p>
          Under <Link to={paths.premium}>premium</Link>. There are three plans: monthly, quarterly, annual. They differ
          in price alone. Paying never changes the order in which people are shown. You can cancel with one click.
        </p>
      </Trans>
    </Question>
    <Question title={<Trans>How do I report somebody?</Trans>}>
      <Trans>
        <p>
          There is a report button wherever a person, a picture or a message appears. A person on our side reads it, and
          you read <Link to={paths.support}>under support</Link> what became of it. Our{' '}
          <Link to={paths.rules}>community rules</Link> say what is not allowed here.
        </p>
      </Trans>
    </Question>
    <Question title={<Trans>How do I delete my account?</Trans>}>
      <Trans>
        <p>
          In your <Link to={paths.settings}>settings</Link>, under Delete account. You are hidden at once and erased
          after 30 days; until then you can sign in and stay.
        </p>
      </Trans>
    </Question>
    <Question title={<Trans>I forgot my password. What now?</Trans>}>
      <Trans>
        <p>
          Ask for <Link to={paths.forgotPassword}>a link to choose a new one</Link>. It is good for fifteen minutes, and
          signs you out everywhere.
        </p>
      </Trans>
    </Question>
    <Question title={<Trans>Can I see who liked me?</Trans>}>
      <Trans>
        <p>
          Under <Link to={paths.likes}>likes</Link>: with premium you see who they are. Without it you see how many they
          are; whoever you like back becomes a match all the same.
        </p>
      </Trans>
    </Question>
    <Question title={<Trans>Who knows where I am?</Trans>}>
      <PlaceAnswer />
    </Question>
    <Question title={<Trans>Something does not work. What can I do?</Trans>}>
      <Trans>
        <p>
          Load the page again and check your connection. If it stays, look at the{' '}
          <Link to={paths.help}>help center</Link> or write to us, and tell us what you did and what you saw.
        </p>
      </Trans>
    </Question>
    <Question title={<Trans>How do I change which notifications I get?</Trans>}>
      <Trans>
        <p>
          In your <Link to={paths.settings}>settings</Link>, one by one, in the app, by mail and by push. Mail about the
          security of your account always comes.
        </p>
      </Trans>
    </Question>
  </>
)
