import type { Appeal } from '@kindred/contract/moderation/appeals'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { keepUnfinished } from '../../session/unfinished.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useDecideAppeal, type Outcome } from './use-appeals.ts'

/** The two outcomes with their reasons, or why it is someone else's turn. */
export function DecideAppeal({ appeal }: { appeal: Appeal }) {
  const { t } = useLingui()
  const formats = useFormats()
  const [outcome, setOutcome] = useState<Outcome>()
  const close = () => setOutcome(undefined)
  const keptAs = `appeal.${appeal._id}.${outcome}`
  const decide = useDecideAppeal(appeal, () => {
    toast({ text: outcome === 'overturned' ? t`The decision is overturned.` : t`The decision is upheld.` })
    keepUnfinished(keptAs, {})
    close()
  })
  if (appeal.mayDecide === 'no') return null
  if (appeal.mayDecide === 'someone-else')
    return (
      <p className="text-ink-2">
        <Trans>You made this decision, so someone else reviews the appeal.</Trans>
      </p>
    )
  if (appeal.mayDecideAt) {
    const when = formats.dayAndTime(appeal.mayDecideAt)
    return (
      <p className="text-ink-2">
        <Trans>You made this decision, and no one else can review it. You can review it after {when}.</Trans>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setOutcome('overturned')}>
        <Trans>Overturn…</Trans>
      </Button>
      <Button tone="quiet" onClick={() => setOutcome('upheld')}>
        <Trans>Uphold…</Trans>
      </Button>
      {outcome && (
        <ReasonDialog
          keptAs={keptAs}
          title={outcome === 'overturned' ? t`Overturn the decision?` : t`Uphold the decision?`}
          label={t`Reasons (visible to the member)`}
          hint={
            outcome === 'overturned'
              ? t`This reverses the decision and everything it changed. It no longer counts against the member.`
              : t`The decision doesn’t change.`
          }
          go={outcome === 'overturned' ? t`Overturn` : t`Uphold`}
          least={10}
          busy={decide.isPending}
          onClose={close}
          onGo={(reason) => decide.mutate({ outcome, reason })}
        />
      )}
    </div>
  )
}
