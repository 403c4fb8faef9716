import { Trans, useLingui } from '@lingui/react/macro'
import { read, write } from '../../session/storage.ts'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'

// Where calls go through no relay, two browsers connect directly, and each person could find out the network address of
// the other. They read so before their first call with someone.

const key = (matchId: string) => `kindred.direct-call.${matchId}`

export const knowsOfAddress = (matchId: string): boolean => read(key(matchId)) !== null
export const noteAddressKnown = (matchId: string): void => write(key(matchId), 'yes')

type Props = { name: string; onCancel: () => void; onCall: () => void }

/** For who calls. Who is called reads it above the button that accepts. */
export function AddressDialog({ name, onCancel, onCall }: Props) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={t`Call ${name}?`}
      close={t`Close`}
      footer={<DialogEnd cancel={t`Cancel`} onCancel={onCancel} go={t`Call ${name}`} onGo={onCall} />}
    >
      <p>
        <Trans>
          Your network address may be visible to {name}. It can show roughly where you are. We won’t ask again for{' '}
          {name}.
        </Trans>
      </p>
    </Dialog>
  )
}
