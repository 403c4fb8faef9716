import { Trans, useLingui } from '@lingui/react/macro'
import { useMinimumAge } from '../../api/house.ts'
import { useIsOwn } from '../../api/own-texts.ts'
import { usePage, useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Coming, FairOrder, OwnText, Reading, Section, SupportEmail, TemplateNote } from './reading.tsx'

const sections = (
  <>
    <Section title={<Trans>1. Who can join</Trans>}>
      <p>
        <Adults />
      </p>
    </Section>
    <Section title={<Trans>2. Your account</Trans>}>
      <p>
        <Trans>
          Be truthful about yourself. Keep your password private, and tell us if someone else has used your account.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>3. How we treat each other</Trans>}>
      <p>
        <Trans>
          The <Link to={paths.rules}>community rules</Link> are part of these terms. When we restrict an account, we say
          what we did, why, for how long and how to appeal.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>4. What you share</Trans>}>
      <p>
        <Trans>
          It stays yours. You let us store it and show it to the people your settings allow, for as long as you keep it
          here.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>5. Premium</Trans>}>
      <p>
        <Trans>
          A subscription renews until you cancel it, which takes one click. You keep Premium until the end of the period
          you paid for.
        </Trans>{' '}
        <FairOrder />
      </p>
    </Section>
    <Section title={<Trans>6. What we can’t promise</Trans>}>
      <p>
        <Trans>
          That you’ll meet someone, that everyone is who they say they are, or that the service never goes down. Meet in
          public first, and never send money.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>7. Leaving</Trans>}>
      <p>
        <Trans>
          You can delete your account at any time in your settings and take your data with you. We can end this
          agreement if you break the rules, and we’ll tell you why.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>8. Changes and questions</Trans>}>
      <p>
        <Trans>
          We’ll tell you before these terms change, and ask you to agree again where it matters. Send questions to{' '}
          <SupportEmail />.
        </Trans>
      </p>
    </Section>
  </>
)

function Adults() {
  const age = useMinimumAge()
  return <Trans>Adults {age} and over, with one account each, who haven’t been barred by a court or by us.</Trans>
}

export default function TermsScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Terms`, t`What you and ${brand} promise each other.`)
  if (useIsOwn('terms')) return <OwnText name="terms" title={t`Terms`} />
  return (
    <Reading title={t`Terms`} lead={t`What we promise each other. Effective November 1, 2026.`}>
      <TemplateNote>
        <Trans>This is a template. Adapt it to local law before launch. Only administrators see this note.</Trans>
      </TemplateNote>
      <Coming name="terms" />
      {sections}
    </Reading>
  )
}
