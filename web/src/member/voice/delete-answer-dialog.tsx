import { useLingui } from '@lingui/react/macro'
import { Dialog } from '../../ui/dialog.tsx'

type Props = { busy: boolean; onClose: () => void; onGo: () => void }

export default function DeleteAnswerDialog({ busy, onClose, onGo }: Props) {
  const { t } = useLingui()
  return (
    <Dialog
      onClose={onClose}
      title={t`Delete your voice answer?`}
      go={t`Delete`}
      onGo={onGo}
      tone="danger-solid"
      busy={busy}
    >
      <p>{t`The recording is deleted for good. You can record another.`}</p>
    </Dialog>
  )
}
