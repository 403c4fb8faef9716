import type { AdminUser } from '@kindred/contract/administration'
import { Trans, useLingui } from '@lingui/react/macro'
import { Ban, CircleCheck, Eye } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { Avatar, Badge, EmptyState } from '../../ui/pieces.tsx'
import { Table } from '../../ui/table.tsx'
import { fullName } from '../dashboard/figures.ts'
import { useAgo } from './use-ago.ts'

type Props = {
  users: readonly AdminUser[]
  total: number
  onView: (user: AdminUser) => void
  onDecide: (user: AdminUser, to: 'activate' | 'deactivate') => void
}

export function UsersTable({ users, total, onView, onDecide }: Props) {
  const { t, i18n } = useLingui()
  const ago = useAgo()
  if (users.length === 0) return <EmptyState title={t`No users found matching your criteria`} />
  return (
    <>
      <Table
        caption={t`Users`}
        rows={users}
        keyOf={({ _id }) => _id}
        columns={[
          { head: t`User`, cell: (user) => <User user={user} /> },
          { head: t`Contact`, cell: (user) => <Contact user={user} /> },
          { head: t`Join Date`, cell: ({ createdAt }) => i18n.date(new Date(createdAt), { dateStyle: 'medium' }) },
          { head: t`Last Active`, cell: ({ lastActive }) => ago(lastActive) },
          { head: t`Status`, cell: (user) => <Status user={user} /> },
          {
            head: t`Subscription`,
            cell: ({ isVIP }) =>
              isVIP ? <Badge tone="accent">{t`Premium`}</Badge> : <span className="muted">{t`Free`}</span>,
          },
          {
            head: t`Actions`,
            right: true,
            cell: (user) => <Actions user={user} onView={onView} onDecide={onDecide} />,
          },
        ]}
      />
      <div className="tablefoot">
        <Trans>
          Showing {i18n.number(users.length)} of {i18n.number(total)} users
        </Trans>
      </div>
    </>
  )
}

function User({ user }: { user: AdminUser }) {
  const { t } = useLingui()
  const name = fullName(user, t`Unknown`)
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={name} src={user.profilePicture} size={36} />
      <span className="grid min-w-0 justify-items-start gap-0.5">
        <b className="trunc max-w-56" dir="auto" title={name}>
          {name}
        </b>
        <span className="flex items-center gap-2 text-caption">
          <span className="mono muted">{user._id.slice(0, 8)}</span>
          {user.isEmailVerified ? (
            <Badge tone="plain">{t`Verified`}</Badge>
          ) : (
            <Badge tone="warning">{t`Unverified`}</Badge>
          )}
        </span>
      </span>
    </span>
  )
}

const Contact = ({ user }: { user: AdminUser }) => (
  <span className="grid min-w-0">
    <span className="trunc max-w-60" title={user.email ?? ''}>
      {user.email}
    </span>
    <span className="muted text-caption">{user.location.city}</span>
  </span>
)

/** Inactive if not active, otherwise Online or Offline. */
export function Status({ user }: { user: AdminUser }) {
  const { t } = useLingui()
  const words = !user.isActive ? t`Inactive` : user.isOnline ? t`Online` : t`Offline`
  return (
    <span className={`state ${!user.isActive ? 'out' : user.isOnline ? '' : 'off'}`}>
      <span className={`dot ${user.isActive && user.isOnline ? '' : 'hollow'}`} aria-hidden="true" />
      {words}
    </span>
  )
}

function Actions({ user, onView, onDecide }: { user: AdminUser } & Pick<Props, 'onView' | 'onDecide'>) {
  const { t } = useLingui()
  const name = fullName(user, t`Unknown`)
  return (
    <span className="acts">
      <IconButton label={t`View ${name}`} tone="ghost" size="sm" onClick={() => onView(user)}>
        <Eye size={18} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t`Activate ${name}`}
        tone="ghost"
        size="sm"
        disabled={user.isActive}
        onClick={() => onDecide(user, 'activate')}
      >
        <CircleCheck size={18} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t`Deactivate ${name}`}
        tone="ghost"
        size="sm"
        disabled={!user.isActive}
        onClick={() => onDecide(user, 'deactivate')}
      >
        <Ban size={18} aria-hidden="true" />
      </IconButton>
    </span>
  )
}
