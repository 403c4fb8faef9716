import type { AdminUser } from '@kindred/contract/administration'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Note } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { fullName } from '../dashboard/figures.ts'
import type { useUsers } from './use-users.ts'

export type Deciding = { user: AdminUser; to: 'activate' | 'deactivate' }
type Props = { deciding: Deciding | undefined; decide: ReturnType<typeof useUsers>['decide']; onClose: () => void }

/** Says what will happen before it does, and takes the reason that the member will read. */
export function DecisionDialog({ deciding, decide, onClose }: Props) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const name = deciding ? fullName(deciding.user, t`Unknown`) : ''
  const out = deciding?.to === 'deactivate'
  const close = () => {
    setReason('')
    decide.reset()
    onClose()
  }
  const go = () => {
    if (!deciding) return
    decide.mutate(
      { id: deciding.user._id, to: deciding.to, reason },
      {
        onSuccess: () => {
          toast({ text: out ? t`${name} is deactivated.` : t`${name} is active again.` })
          close()
        },
      },
    )
  }
  return (
    <Dialog
      open={deciding !== undefined}
      onOpenChange={(open) => !open && close()}
      title={out ? t`Deactivate ${name}?` : t`Activate ${name}?`}
      close={t`Close`}
      footer={<Footer out={out} busy={decide.isPending} onCancel={close} onGo={go} />}
    >
      {decide.isError && (
        <Note tone="danger" live>
          {errorText(decide.error)}
        </Note>
      )}
      <p>
        {out ? (
          <Trans>Hidden at once, signed out everywhere, and told by mail with the reason below.</Trans>
        ) : (
          <Trans>Can sign in and be seen again, and is told by mail.</Trans>
        )}
      </p>
      <TextArea
        label={out ? t`Reason, shown to the member` : t`Reason`}
        optional={t`(optional)`}
        rows={3}
        maxLength={1000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </Dialog>
  )
}

const Footer = ({
  out,
  busy,
  onCancel,
  onGo,
}: {
  out: boolean
  busy: boolean
  onCancel: () => void
  onGo: () => void
}) => (
  <span className="end">
    <Button tone="quiet" onClick={onCancel}>
      <Trans>Cancel</Trans>
    </Button>
    <Button tone={out ? 'danger-solid' : 'primary'} busy={busy} onClick={onGo}>
      {out ? <Trans>Deactivate</Trans> : <Trans>Activate</Trans>}
    </Button>
  </span>
)
