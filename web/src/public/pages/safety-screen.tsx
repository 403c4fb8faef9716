import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { useIsOwn } from '../../api/own-texts.ts'
import { usePage, useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Note } from '../../ui/pieces.tsx'
import { OwnText, Reading, Section } from './reading.tsx'

// The numbers of all countries stay out of the page itself.
const EmergencySection = lazy(() => import('../emergency/emergency-section.tsx'))

export default function SafetyScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Safety Tips`, t`How to stay safe when you meet someone.`)
  if (useIsOwn('safety'))
    return (
      <>
        <OwnText name="safety" title={t`Safety Tips`} />
        <div className="mx-auto max-w-2xl pb-10">
          <Suspense>
            <EmergencySection />
          </Suspense>
        </div>
      </>
    )
  return (
    <Reading title={t`Safety Tips`} lead={t`Most people are kind. These tips help with the rest.`}>
      <Note tone="warning">
        <Trans>
          Never send money, codes or photos of documents to someone you haven’t met, no matter how convincing the story
          is.
        </Trans>
      </Note>
      <Section title={t`Before you meet`}>
        <p>
          <Trans>
            Stay on {brand} until you trust each other: we can help you here, but not elsewhere. A short phone or video
            call tells you more than a week of messages. Someone who always has an excuse may not be who they say they
            are.
          </Trans>
        </p>
      </Section>
      <Section title={t`Your first date`}>
        <p>
          <Trans>
            Meet in a public place, get there and home on your own, and tell a friend where you’ll be and when you’ll
            check in. Keep your drink and your phone with you. You can leave at any time. You don’t owe anyone a reason.
          </Trans>
        </p>
      </Section>
      <Section title={t`When something feels wrong`}>
        <p>
          <Trans>
            Block and report anyone who makes you uncomfortable. They won’t find out it was you. Our{' '}
            <Link to={paths.rules}>community rules</Link> say what we act on. If you’re in danger, call emergency
            services first.
          </Trans>
        </p>
      </Section>
      <Section title={t`If someone hurt you`}>
        <p>
          <Trans>
            It wasn’t your fault. Write down what you remember, keep the messages, and talk to someone you trust or to a
            local helpline. If you tell us, we’ll keep evidence for the police.
          </Trans>
        </p>
      </Section>
      <Suspense>
        <EmergencySection />
      </Suspense>
    </Reading>
  )
}
