import type { AdminUser } from '@kindred/contract/administration'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { userPath } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { capitalised, fullName } from '../dashboard/figures.ts'
import { useAgo } from './use-ago.ts'

type Props = { user: AdminUser | undefined; onClose: () => void; onEdit: (user: AdminUser) => void }

/** What is known of one user. */
export function UserModal({ user, onClose, onEdit }: Props) {
  const { t } = useLingui()
  const close = (
    <span className="end">
      <Button tone="quiet" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
      <Button onClick={() => user && onEdit(user)}>
        <Trans>Edit User</Trans>
      </Button>
    </span>
  )
  return (
    <Dialog
      open={user !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={user ? fullName(user, t`Unknown`) : ''}
      close={t`Close`}
      footer={close}
    >
      {user && <Facts user={user} />}
      {user && (
        <Link to={userPath(user._id)}>
          <Trans>Everything about them</Trans>
        </Link>
      )}
    </Dialog>
  )
}

function Facts({ user }: { user: AdminUser }) {
  const { t, i18n } = useLingui()
  const ago = useAgo()
  const facts: [string, string | null][] = [
    [t`Email`, user.email],
    [t`User ID`, user._id],
    [t`Join Date`, i18n.date(new Date(user.createdAt), { dateStyle: 'long' })],
    [t`Last Active`, ago(user.lastActive)],
    [t`Age`, user.age === null ? null : String(user.age)],
    [t`Gender`, user.gender && capitalised(user.gender)],
    [t`Location`, [user.location.city, user.location.country].filter(Boolean).join(', ') || null],
    [t`Profile complete`, user.profileComplete ? t`Yes` : t`No`],
    [t`Bio`, user.bio],
  ]
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd dir="auto">{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
