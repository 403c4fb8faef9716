import type { Hurt } from '@kindred/contract/moderation/hurting/rule'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type Props = { hurt: Hurt; name: string; onEdit: () => void; onSend: () => void }

/** Asks once more before a message whose words may hurt. Closing it is the same as editing. */
export default function SendThis({ hurt, name, onEdit, onSend }: Props) {
  const { t } = useLingui()
  return (
    <Dialog
      onClose={onEdit}
      title={t`Send this?`}
      footer={
        <span className="ms-auto flex gap-2">
          <Button data-first onClick={onEdit}>
            <Trans>Edit</Trans>
          </Button>
          <Button tone="quiet" onClick={onSend}>
            <Trans>Send anyway</Trans>
          </Button>
        </span>
      }
    >
      <p>
        {hurt === 'harsh' ? (
          <Trans>Some of these words can hurt, even if you don’t mean it that way. How would {name} read them?</Trans>
        ) : (
          <Trans>
            Messages about money, codes or investments worry many people, because scams begin like this. {name} may see
            it that way, too.
          </Trans>
        )}
      </p>
      <p className="text-small text-muted">
        <Trans>This check ran only on your device. We don’t know that you were asked.</Trans>
      </p>
    </Dialog>
  )
}
