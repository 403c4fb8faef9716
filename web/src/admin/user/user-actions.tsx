import type { AdminUser } from '@kindred/contract/moderation/administration'
import type { UserDetails } from '@kindred/contract/moderation/user-details'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import type { Deciding } from '../users/decision-dialog.tsx'
import { DecideButton } from '../decisions/decide-button.tsx'
import type { RoleChange } from './role-dialog.tsx'
import { LazyDecisionDialog, LazyEditUserDialog } from '../users/lazy-dialogs.tsx'
import type { UserPage } from './use-user-details.ts'
import { useMay } from '../../session/rights.ts'

const RoleDialog = lazy(() => import('./role-dialog.tsx'))

type Props = { user: AdminUser; pictures: UserDetails['pictures']; page: UserPage }

export function UserActions({ user, pictures, page }: Props) {
  const own = useSession((session) => session.user?._id)
  const [editing, setEditing] = useState(false)
  const [deciding, setDeciding] = useState<Deciding['to']>()
  const [changing, setChanging] = useState<RoleChange>()
  const may = useMay()
  // Only administrators act on others who are staff.
  const mayActOn = user.staffRole === null || user._id === own || may('users.role')
  return (
    <div className="flex flex-wrap gap-2">
      {may('users.edit') && mayActOn && (
        <Button tone="quiet" onClick={() => setEditing(true)}>
          <Trans>Edit User</Trans>
        </Button>
      )}
      {user._id !== own && may('decide') && mayActOn && (
        <>
          <DecideButton user={user} pictures={pictures.map(({ publicId }) => publicId)} />
          {user.isActive ? (
            <Button tone="danger" onClick={() => setDeciding('deactivate')}>
              <Trans>Deactivate…</Trans>
            </Button>
          ) : (
            <Button tone="quiet" onClick={() => setDeciding('activate')}>
              <Trans>Activate…</Trans>
            </Button>
          )}
        </>
      )}
      {user._id !== own && may('users.role') && (
        <>
          <Button tone="quiet" onClick={() => setChanging(user.isAdmin ? null : 'administrator')}>
            {user.isAdmin ? <Trans>Remove as administrator…</Trans> : <Trans>Make an administrator…</Trans>}
          </Button>
          <Button tone="quiet" onClick={() => setChanging('another')}>
            <Trans>Change role…</Trans>
          </Button>
        </>
      )}
      {editing && <LazyEditUserDialog user={user} onClose={() => setEditing(false)} />}
      {deciding && <LazyDecisionDialog deciding={{ user, to: deciding }} onClose={() => setDeciding(undefined)} />}
      {changing !== undefined && (
        <Suspense>
          <RoleDialog user={user} change={changing} page={page} onClose={() => setChanging(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
