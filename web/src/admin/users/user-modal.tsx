import type { AdminUser } from '@kindred/contract/moderation/administration'
import { Trans, useLingui } from '@lingui/react/macro'
import { toUser } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { fullName } from '../dashboard/figures.ts'
import { FactsList } from './facts-list.tsx'
import { useFacts } from './use-facts.ts'
import { useMay } from '../../session/rights.ts'

type Props = { user: AdminUser | undefined; onClose: () => void; onEdit: (user: AdminUser) => void }

/** What is known of one user. */
export function UserModal({ user, onClose, onEdit }: Props) {
  const { t } = useLingui()
  const may = useMay()
  const close = may('users.edit') ? (
    <DialogEnd cancel={t`Close`} onCancel={onClose} go={t`Edit User`} onGo={() => user && onEdit(user)} />
  ) : null
  return (
    <Dialog
      open={user !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={user ? fullName(user, t`Unknown`) : ''}
      close={t`Close`}
      footer={close}
    >
      {user && <Facts user={user} />}
      {user && may('users.read') && (
        <Link {...toUser(user._id)}>
          <Trans>Open full profile</Trans>
        </Link>
      )}
    </Dialog>
  )
}

function Facts({ user }: { user: AdminUser }) {
  const { t } = useLingui()
  return <FactsList facts={[...useFacts(user), [t`Bio`, user.bio]]} />
}
