import { Trans, useLingui } from '@lingui/react/macro'
import { useSettings } from '../../api/settings.ts'
import { usePage } from '../../ui/page.ts'
import { Reading, Section, TemplateNote } from './reading.tsx'

const sections = (
  <>
    <Section id="rule-1" title={<Trans>1. Be who you say you are</Trans>}>
      <p>
        <Trans>Your own pictures, your own age, one account. No pretending to be somebody else.</Trans>
      </p>
    </Section>
    <Section id="rule-2" title={<Trans>2. Adults only</Trans>}>
      <p>
        <Trans>
          Nobody under 18, in no picture and in no conversation that sexualises them. We act on this at once.
        </Trans>
      </p>
    </Section>
    <Section id="rule-3" title={<Trans>3. A no is a no</Trans>}>
      <p>
        <Trans>No threats, no insults, no pressing on after somebody stopped answering. Nobody owes you a reply.</Trans>
      </p>
    </Section>
    <Section id="rule-4" title={<Trans>4. No hate</Trans>}>
      <p>
        <Trans>
          Nobody is put down for where they come from, what they believe, how they look, whom they love, or what their
          body can do.
        </Trans>
      </p>
    </Section>
    <Section id="rule-5" title={<Trans>5. Intimate pictures only where they are wanted</Trans>}>
      <p>
        <Trans>Never in a profile, never unasked, and never of somebody who did not agree.</Trans>
      </p>
    </Section>
    <Section id="rule-6" title={<Trans>6. No business, no money</Trans>}>
      <p>
        <Trans>No advertising, no selling, no asking for money, gifts, codes or investments.</Trans>
      </p>
    </Section>
    <Section id="rule-7" title={<Trans>7. Keep what is private private</Trans>}>
      <p>
        <Trans>No addresses, numbers, conversations or pictures of others without their agreement.</Trans>
      </p>
    </Section>
    <Section id="rule-8" title={<Trans>8. Nothing against the law</Trans>}>
      <p>
        <Trans>What the law forbids outside is forbidden here.</Trans>
      </p>
    </Section>
  </>
)

export default function RulesScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Community rules`, brand, t`How we treat each other at ${brand}.`)
  return (
    <Reading
      title={<Trans>Community rules</Trans>}
      lead={<Trans>How we treat each other. Decisions about accounts name the rule that they rest on.</Trans>}
    >
      <TemplateNote>
        <Trans>A text for a small provider to start from. Whoever runs this place adapts it before opening.</Trans>
      </TemplateNote>
      {sections}
    </Reading>
  )
}
