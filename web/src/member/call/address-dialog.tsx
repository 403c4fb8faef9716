import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '../../ui/dialog.tsx'

type Props = { name: string; onCancel: () => void; onCall: () => void }

/** The warning for the caller. The person being called reads the same text above the Accept button. */
export default function AddressDialog({ name, onCancel, onCall }: Props) {
  const { t } = useLingui()
  return (
    <Dialog onClose={onCancel} title={t`Call ${name}?`} go={t`Call ${name}`} onGo={onCall}>
      <p className="pb-3">{t`Calls only connect while you’re both on the same network, such as the same Wi-Fi.`}</p>
      <p>
        <Trans>
          Your network address may be visible to {name}. It can show roughly where you are. We won’t ask again for{' '}
          {name}.
        </Trans>
      </p>
    </Dialog>
  )
}
