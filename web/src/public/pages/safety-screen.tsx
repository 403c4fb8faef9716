import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { usePage } from '../../ui/page.ts'
import { Note } from '../../ui/pieces.tsx'
import { Reading, Section } from './reading.tsx'

export default function SafetyScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Safety Tips`, brand, t`How to stay safe when you meet somebody.`)
  return (
    <Reading
      title={<Trans>Safety Tips</Trans>}
      lead={<Trans>Most people are kind. These habits help with the others.</Trans>}
    >
      <Note tone="warning">
        <Trans>
          Never send money, codes or pictures of papers to somebody whom you have not met, however good the story.
        </Trans>
      </Note>
      <Section title={<Trans>Before you meet</Trans>}>
        <p>
          <Trans>
            Stay on {brand} until you trust each other: here we can help, elsewhere we cannot. A short call or video
            tells more than a week of messages. Whoever always has a reason not to may not be who they say.
          </Trans>
        </p>
      </Section>
      <Section title={<Trans>The first time</Trans>}>
        <p>
          <Trans>
            Meet where other people are, get there and home by yourself, and tell a friend where you are and when you
            will call. Keep your drink and your phone with you. You may leave at any moment, without a reason.
          </Trans>
        </p>
      </Section>
      <Section title={<Trans>When something feels wrong</Trans>}>
        <p>
          <Trans>
            Block and report: they do not learn who told us. Our <Link to={paths.rules}>community rules</Link> say what
            we act on. In danger, call the police first.
          </Trans>
        </p>
      </Section>
      <Section title={<Trans>After somebody hurt you</Trans>}>
        <p>
          <Trans>
            It was not your fault. Write down what you remember, keep the messages, and turn to somebody you trust or to
            a helpline where you live. We keep evidence for the police when you tell us.
          </Trans>
        </p>
      </Section>
    </Reading>
  )
}
