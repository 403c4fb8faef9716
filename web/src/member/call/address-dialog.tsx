import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '../../ui/dialog.tsx'

type Props = { name: string; onCancel: () => void; onCall: () => void }

/** For the caller. The called person reads the same above the button to accept. */
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
