import type { AdminUser } from '@kindred/contract/moderation/administration'
import type { UserDetails } from '@kindred/contract/moderation/user-details'
import { useLingui } from '@lingui/react/macro'
import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../../session/store.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { Deciding } from '../users/decision-dialog.tsx'
import { useDecisions } from '../decisions/use-decisions.ts'
import { violationOf } from '../decisions/violation-of.ts'
import { DecideButton } from '../decisions/decide-button.tsx'
import type { RoleChange } from './role-dialog.tsx'
import { LazyDecisionDialog, LazyEditUserDialog } from '../users/lazy-dialogs.tsx'
import type { UserPage } from './use-user-details.ts'
import { useMay } from '../../session/rights.ts'

const LabelEditor = lazy(() => import('../labels/label-editor.tsx'))
const RoleDialog = lazy(() => import('./role-dialog.tsx'))

type Props = { user: AdminUser; pictures: UserDetails['pictures']; page: UserPage }

export function UserActions({ user, pictures, page }: Props) {
  const { t } = useLingui()
  const own = useSession((session) => session.user?._id)
  const [editing, setEditing] = useState(false)
  const [deciding, setDeciding] = useState<Deciding['to']>()
  const [changing, setChanging] = useState<RoleChange>()
  const may = useMay()
  const reported = useDecisions(user._id).data?.reported
  // Only administrators can act on other staff.
  const mayActOn = user.staffRole === null || user._id === own || may('users.role')
  return (
    <div className="flex flex-wrap items-center gap-2">
      {may('users.edit') && mayActOn && <Button tone="quiet" onClick={() => setEditing(true)}>{t`Edit User`}</Button>}
      {user._id !== own && may('decide') && mayActOn && (
        <>
          <DecideButton
            user={user}
            {...(reported && { start: { category: violationOf(reported) } })}
            pictures={pictures.map(({ publicId }) => publicId)}
          />
          {user.isActive ? (
            <Button tone="danger" onClick={() => setDeciding('deactivate')}>{t`Deactivate…`}</Button>
          ) : (
            <Button tone="quiet" onClick={() => setDeciding('activate')}>{t`Activate…`}</Button>
          )}
        </>
      )}
      {user._id !== own && may('users.role') && (
        <Menu
          label={t`More actions`}
          trigger={
            <IconButton label={t`More actions`} tone="quiet">
              <Ellipsis size={18} />
            </IconButton>
          }
          items={[
            user.isAdmin
              ? { label: t`Remove as administrator…`, onSelect: () => setChanging(null) }
              : { label: t`Make an administrator…`, onSelect: () => setChanging('administrator') },
            { label: t`Change role…`, onSelect: () => setChanging('another') },
          ]}
        />
      )}
      {mayActOn && (
        <Suspense>
          <LabelEditor kind="users" id={user._id} labels={user.labels} />
        </Suspense>
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
