import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { usePage } from '../../ui/page.ts'
import { Reading, Section, SupportEmail, TemplateNote } from './reading.tsx'

const sections = (
  <>
    <Section title={<Trans>1. Who may join</Trans>}>
      <p>
        <Trans>
          Adults of 18 and over, each with one account of their own, who are not barred by a court or by us.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>2. Your account</Trans>}>
      <p>
        <Trans>
          What you say about yourself is true. You keep your password to yourself, and tell us when somebody else has
          used your account.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>3. How we treat each other</Trans>}>
      <p>
        <Trans>
          The <Link to={paths.rules}>community rules</Link> are part of these terms. When we restrict an account we say
          what we did, why, for how long, and how to object.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>4. What you write and show</Trans>}>
      <p>
        <Trans>
          It stays yours. You let us store it and show it to the people whom your settings allow, for as long as you
          leave it here.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>5. Premium</Trans>}>
      <p>
        <Trans>
          A subscription renews until you cancel it, which takes one click, and runs to the end of the time that is
          paid. Paying never changes the order in which people are shown.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>6. What we cannot promise</Trans>}>
      <p>
        <Trans>
          That you meet somebody, that everybody is who they say, or that the service never stops. Meet in public first,
          and never send money.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>7. Leaving</Trans>}>
      <p>
        <Trans>
          You can leave at any time in your settings and take your data with you. We can end this agreement when the
          rules are broken, with reasons.
        </Trans>
      </p>
    </Section>
    <Section title={<Trans>8. Changes and questions</Trans>}>
      <p>
        <Trans>
          When these terms change we tell you before, and ask again where it matters. Questions go to <SupportEmail />.
        </Trans>
      </p>
    </Section>
  </>
)

export default function TermsScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Terms`, brand, t`What you and ${brand} promise each other.`)
  return (
    <Reading
      title={<Trans>Terms</Trans>}
      lead={<Trans>What you and we promise each other. Version of November 1, 2026.</Trans>}
    >
      <TemplateNote>
        <Trans>
          A text for a small provider to start from. Whoever runs this place adapts it to their law before opening.
        </Trans>
      </TemplateNote>
      {sections}
    </Reading>
  )
}
