import { Trans, useLingui } from '@lingui/react/macro'
import { Zap } from 'lucide-react'
import { useState } from 'react'
import { matching } from '../../api/member-client.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Note } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useAction } from '../use-action.ts'

/** This month's boost, for members who have Premium. */
export function BoostPanel() {
  const { t } = useLingui()
  const formats = useFormats()
  const action = useAction()
  const hasPremium = useSession(({ user }) => user?.isVIP === true)
  const [endsAt, setEndsAt] = useState<string>()
  if (!hasPremium) return null
  const boost = () => action.run(async () => setEndsAt((await matching.boost()).data.endsAt))
  return (
    <section className="card grid gap-4" aria-label={t`Boost`}>
      <h2>
        <Trans>Boost</Trans>
      </h2>
      <p className="text-ink-2">
        <Trans>
          Once a month, more people see you sooner for 30 minutes. Your card is labeled, and at most one card in ten is
          boosted.
        </Trans>
      </p>
      <ErrorNote>{action.text}</ErrorNote>
      {endsAt ? (
        <Note tone="positive" live>
          <Trans>You’re boosted until {formats.dayAndTime(endsAt)}.</Trans>
        </Note>
      ) : (
        <Button tone="quiet" className="justify-self-start" busy={action.busy} onClick={() => void boost()}>
          <Zap size={18} aria-hidden="true" />
          <Trans>Boost my profile</Trans>
        </Button>
      )}
    </section>
  )
}
