import { useLingui } from '@lingui/react/macro'
import { Dialog } from '../../ui/dialog.tsx'

/** Asks once, because a deleted message can't be brought back. */
export function DeleteDialog({ onClose, onDelete }: { onClose: () => void; onDelete: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog
      onClose={onClose}
      title={t`Delete this message for both of you?`}
      go={t`Delete for both`}
      tone="danger-solid"
      onGo={onDelete}
    >
      <p>{t`You can’t undo this.`}</p>
    </Dialog>
  )
}
