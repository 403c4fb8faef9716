import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { members } from '../../api/member-client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAction } from '../use-action.ts'

type Props = { person: { id: string; name: string }; onDone: () => void }

export default function BlockToo({ person: { id, name }, onDone }: Props) {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const block = async () => {
    if (!(await action.run(() => members.block({ body: { userId: id } })))) return
    await queryClient.invalidateQueries()
    toast({ text: t`${name} is blocked. You’ll no longer see each other.` })
    onDone()
  }
  return (
    <Dialog
      onClose={onDone}
      title={t`Block ${name} too?`}
      cancel={t`Not now`}
      go={t`Block`}
      tone="danger-solid"
      busy={action.busy}
      onGo={() => void block()}
    >
      <ErrorNote>{action.text}</ErrorNote>
      <p>
        <Trans>
          We’ve received your report. If you block them, you’ll no longer see each other. We won’t tell them. You can
          unblock them in Settings.
        </Trans>
      </p>
    </Dialog>
  )
}
