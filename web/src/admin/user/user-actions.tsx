import type { AdminUser } from '@kindred/contract/moderation/administration'
import type { UserDetails } from '@kindred/contract/moderation/user-details'
import { useLingui } from '@lingui/react/macro'
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
  const { t } = useLingui()
  const own = useSession((session) => session.user?._id)
  const [editing, setEditing] = useState(false)
  const [deciding, setDeciding] = useState<Deciding['to']>()
  const [changing, setChanging] = useState<RoleChange>()
  const may = useMay()
  // Only administrators can act on other staff.
  const mayActOn = user.staffRole === null || user._id === own || may('users.role')
  return (
    <div className="flex flex-wrap gap-2">
      {may('users.edit') && mayActOn && <Button tone="quiet" onClick={() => setEditing(true)}>{t`Edit User`}</Button>}
      {user._id !== own && may('decide') && mayActOn && (
        <>
          <DecideButton user={user} pictures={pictures.map(({ publicId }) => publicId)} />
          {user.isActive ? (
            <Button tone="danger" onClick={() => setDeciding('deactivate')}>{t`Deactivate…`}</Button>
          ) : (
            <Button tone="quiet" onClick={() => setDeciding('activate')}>{t`Activate…`}</Button>
          )}
        </>
      )}
      {user._id !== own && may('users.role') && (
        <>
          <Button tone="quiet" onClick={() => setChanging(user.isAdmin ? null : 'administrator')}>
            {user.isAdmin ? t`Remove as administrator…` : t`Make an administrator…`}
          </Button>
          <Button tone="quiet" onClick={() => setChanging('another')}>{t`Change role…`}</Button>
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
