import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { useAction } from '../use-action.ts'
import { NextSteps } from './next-steps.tsx'
import { useBlock } from './use-block.ts'

type Props = {
  person: { id: string; name: string }
  /** True after a report, which the block follows. */
  isReported?: boolean
  decideBy?: string | undefined
  onClose: () => void
  onBlocked: () => void
}

export default function BlockDialog({ person, isReported = false, decideBy, onClose, onBlocked }: Props) {
  const { name } = person
  const { t } = useLingui()
  const action = useAction()
  const block = useBlock()
  return (
    <Dialog
      onClose={onClose}
      title={isReported ? t`Block ${name} too?` : t`Block ${name}?`}
      {...(isReported && { cancel: t`Not now` })}
      go={t`Block`}
      tone="danger-solid"
      busy={action.busy}
      onGo={() => void action.run(() => block(person)).then((isDone) => isDone && onBlocked())}
    >
      <ErrorNote>{action.text}</ErrorNote>
      {isReported && (
        <div className="grid gap-3">
          <p>
            <Trans>We’ve received your report.</Trans>
          </p>
          <NextSteps decideBy={decideBy} />
        </div>
      )}
      <p>
        {isReported ? (
          <Trans>
            If you block them, you’ll no longer see each other. We won’t tell them. You can unblock them in Settings.
          </Trans>
        ) : (
          t`You’ll no longer see each other. We won’t tell them. You can unblock them in Settings.`
        )}
      </p>
    </Dialog>
  )
}
