import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { members } from '../../api/member-client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAction } from '../use-action.ts'

type Props = {
  person: { id: string; name: string }
  /** True after a report, which the block follows. */
  isReported?: boolean
  onClose: () => void
  onBlocked: () => void
}

export default function BlockDialog({ person: { id, name }, isReported = false, onClose, onBlocked }: Props) {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const block = async () => {
    if (!(await action.run(() => members.block({ body: { userId: id } })))) return
    await queryClient.invalidateQueries()
    toast({ text: t`${name} is blocked. You’ll no longer see each other.` })
    onBlocked()
  }
  return (
    <Dialog
      onClose={onClose}
      title={isReported ? t`Block ${name} too?` : t`Block ${name}?`}
      {...(isReported && { cancel: t`Not now` })}
      go={t`Block`}
      tone="danger-solid"
      busy={action.busy}
      onGo={() => void block()}
    >
      <ErrorNote>{action.text}</ErrorNote>
      <p>
        {isReported ? (
          <Trans>
            We’ve received your report. If you block them, you’ll no longer see each other. We won’t tell them. You can
            unblock them in Settings.
          </Trans>
        ) : (
          t`You’ll no longer see each other. We won’t tell them. You can unblock them in Settings.`
        )}
      </p>
    </Dialog>
  )
}
