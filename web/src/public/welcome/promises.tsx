import { Trans } from '@lingui/react/macro'
import { MessageSquareQuote, Scale, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import landing from '../../ui/landing.module.css'

const PromiseCard = ({ icon, title, children }: { icon: ReactNode; title: ReactNode; children: ReactNode }) => (
  <div>
    {icon}
    <h2>{title}</h2>
    <p className="text-(color:--pine-panel-muted)">{children}</p>
  </div>
)

export const Promises = () => (
  <section className={landing['promises']} id="how">
    <PromiseCard icon={<MessageSquareQuote className="icon" aria-hidden="true" />} title={<Trans>Explained</Trans>}>
      <Trans>
        Every score comes with its reasons and how certain it is. Every filter shows how many people it hides.
      </Trans>
    </PromiseCard>
    <PromiseCard icon={<Scale className="icon" aria-hidden="true" />} title={<Trans>Fair</Trans>}>
      <Trans>
        Paying doesn’t change the order in which people are shown. The one exception is a Boost, which is marked on the
        card.
      </Trans>
    </PromiseCard>
    <PromiseCard icon={<ShieldCheck className="icon" aria-hidden="true" />} title={<Trans>Safe</Trans>}>
      <Trans>
        We only store your location to within about a mile. Blocking is complete and works both ways. Real people answer
        your reports.
      </Trans>
    </PromiseCard>
  </section>
)
