import { Trans, useLingui } from '@lingui/react/macro'
import { FairOrder, Section } from './reading.tsx'

/** What the software itself guarantees, whatever the operator writes above it. Tests keep each sentence true. */
export function Promises() {
  const { t } = useLingui()
  return (
    <Section title={t`What the software guarantees`}>
      <ul className="grid list-disc gap-1.5 ps-6">
        <li>
          <Trans>
            Your coordinates are never stored. A position becomes an area about a mile wide as soon as it arrives.
          </Trans>
        </li>
        <li>
          <Trans>
            When you delete your account, your data is erased after 30 days, except what we have to keep by law, for
            open reports or to enforce bans. Until then, you can return.
          </Trans>
        </li>
        <li>
          <FairOrder />
        </li>
        <li>
          <Trans>
            Photos that prove someone’s age are deleted with the decision, or after 72 hours at the latest. The
            software’s backups leave them out.
          </Trans>
        </li>
        <li>
          <Trans>You can download everything that is stored about you at any time.</Trans>
        </li>
      </ul>
    </Section>
  )
}
