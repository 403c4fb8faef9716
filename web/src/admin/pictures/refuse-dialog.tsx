import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'

type Props = { name: string; onClose: () => void; onRefuse: (reason: string) => void }

/** Whoever is refused reads why. */
export function RefuseDialog({ name, onClose, onRefuse }: Props) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Refuse the photo of ${name}`}
      close={t`Close`}
      footer={
        <span className="end">
          <Button
            tone="danger"
            disabled={!reason.trim()}
            onClick={() => {
              onRefuse(reason.trim())
              onClose()
            }}
          >
            <Trans>Refuse it</Trans>
          </Button>
        </span>
      }
    >
      <TextField
        label={t`Why`}
        hint={t`${name} reads this in the app and by mail.`}
        maxLength={1000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </Dialog>
  )
}
