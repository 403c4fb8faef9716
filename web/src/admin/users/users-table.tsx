import type { AdminUser } from '@kindred/contract/moderation/administration'
import { Trans, useLingui } from '@lingui/react/macro'
import { Ban, CircleCheck, Eye } from 'lucide-react'
import { usePlaceWords } from '../../api/place-words.ts'
import { IconButton } from '../../ui/button.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { sortBy } from '../../ui/sort-head.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { fullName } from '../dashboard/stats.ts'
import { useColumnNames } from './columns-menu.tsx'
import { useAgo } from './use-ago.ts'
import type { OptionalColumn } from './use-columns.ts'
import type { Decision, Filters } from './use-users.ts'
import { nameLinkClass, tableFootClass } from '../../ui/classes.ts'
import { State } from '../../ui/state.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { LabelList } from '../labels/label-list.tsx'
import { IfAllowed } from '../if-allowed.tsx'
import { useSession } from '../../session/store.ts'
import { rightToDecideOn, useMay } from '../../session/rights.ts'
import { useRoleNames } from '../role-names.ts'
import { UserLink } from '../user-link.tsx'

type Props = {
  users: readonly AdminUser[]
  total: number
  sort: Filters['sort']
  onSort: (sort: Filters['sort']) => void
  hidden: readonly OptionalColumn[]
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  /** The row that has the keyboard focus. */
  at: number | null
  onEnd: (() => void) | undefined
  onView: (user: AdminUser) => void
  onDecide: (user: AdminUser, to: Decision) => void
}

export function UsersTable({ users, total, hidden, selected, onSelect, at, onEnd, ...acts }: Props) {
  const { t, i18n } = useLingui()
  const columns = useUserColumns(acts)
  const may = useMay()
  const mayChoose = may('users.bulk')
  // Analysts get rows without names and addresses, and can't open them.
  const isShown = (id: string) => may('users.read') || (id !== 'contact' && id !== 'actions')
  const nameOf = (id: string) => {
    const user = users.find(({ _id }) => _id === id)
    return user ? fullName(user, t`Unknown`) : id
  }
  const showing = (
    <p className="text-small text-muted px-5 pt-1.5">
      <Trans>
        Showing {i18n.number(users.length)} of {i18n.number(total)} users
      </Trans>
    </p>
  )
  if (users.length === 0)
    return (
      <>
        {showing}
        <EmptyState title={t`No users found matching your criteria`} />
      </>
    )
  return (
    <>
      {showing}
      <Table
        caption={t`Users`}
        rows={users}
        keyOf={({ _id }) => _id}
        at={at}
        onEnd={onEnd}
        {...(mayChoose
          ? {
              selection: {
                selected,
                onChange: onSelect,
                all: t`Select all`,
                one: (id: string) => t`Select ${nameOf(id)}`,
              },
            }
          : {})}
        columns={columns.filter(({ id }) => isShown(id) && !hidden.some((each) => each === id))}
      />
      <div className={tableFootClass}>
        <span className="text-muted ms-auto max-md:hidden">{t`j/k Move · Enter Open · x Select · / Search`}</span>
      </div>
    </>
  )
}

type Acts = Pick<Props, 'sort' | 'onSort' | 'onView' | 'onDecide'>

function useUserColumns({ sort, onSort, onView, onDecide }: Acts): (Column<AdminUser> & { id: string })[] {
  const { t } = useLingui()
  const formats = useFormats()
  const ago = useAgo()
  const names = useColumnNames()
  const seesPeople = useMay()('users.read')
  return [
    {
      id: 'user',
      head: t`User`,
      cell: (user) => <User user={user} />,
      ...(seesPeople && {
        sort: sortBy(sort, { ascending: 'name', descending: 'nameDescending', first: 'ascending' }, onSort),
      }),
    },
    { id: 'contact', head: names.contact, bare: true, cell: (user) => <Contact user={user} /> },
    {
      id: 'joined',
      head: names.joined,
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{formats.day(createdAt)}</span>,
      sort: sortBy(sort, { ascending: 'oldest', descending: 'newest', first: 'descending' }, onSort),
    },
    {
      id: 'lastActive',
      head: names.lastActive,
      cell: ({ lastActive }) => <span className="whitespace-nowrap">{ago(lastActive)}</span>,
      ...(seesPeople && {
        sort: sortBy(sort, { ascending: 'longestInactive', descending: 'lastActive', first: 'descending' }, onSort),
      }),
    },
    { id: 'status', head: names.status, bare: true, cell: (user) => <Status user={user} /> },
    {
      id: 'subscription',
      head: names.subscription,
      bare: true,
      cell: ({ isVIP }) =>
        isVIP ? (
          <Badge tone="accent">{t`Premium`}</Badge>
        ) : (
          <span className="text-muted">{t({ message: 'Free', context: 'plan' })}</span>
        ),
    },
    {
      id: 'actions',
      head: t`Actions`,
      acts: true,
      cell: (user) => <Actions user={user} onView={onView} onDecide={onDecide} />,
    },
  ]
}

function User({ user }: { user: AdminUser }) {
  const { t } = useLingui()
  const roles = useRoleNames()
  const name = fullName(user, user._id.slice(0, 8))
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={name} src={user.profilePicture} size={28} />
      <span className="grid min-w-44 grid-cols-[minmax(0,1fr)] justify-items-start desk:min-w-max">
        <UserLink id={user._id} className={`${nameLinkClass} max-w-[min(14rem,100%)]`} dir="auto" title={name}>
          {name}
        </UserLink>
        <span className="flex items-center gap-2 text-caption/4 [&>span]:min-h-4!">
          <span className="tabular-nums tracking-[0.01em] text-muted">{user._id.slice(0, 8)}</span>
          {user.isEmailVerified ? (
            <Badge tone="positive">{t`Verified`}</Badge>
          ) : (
            <Badge tone="warning">{t`Unverified`}</Badge>
          )}
          {user.staffRole && <Badge tone="line">{roles[user.staffRole]}</Badge>}
          <LabelList labels={user.labels} most={1} />
        </span>
      </span>
    </span>
  )
}

function Contact({ user }: { user: AdminUser }) {
  const { t } = useLingui()
  const home = usePlaceWords().city(user.location)
  const { visiting } = user
  const city = visiting ? t`${home}, visiting ${visiting}` : home
  return (
    <span className="grid min-w-0 desk:min-w-32">
      <span className="min-w-0 truncate max-w-60" title={user.email ?? ''} dir="auto">
        {user.email}
      </span>
      <span className="min-w-0 max-w-60 truncate text-muted text-caption/4" title={city ?? ''} dir="auto">
        {city}
      </span>
    </span>
  )
}

/** Shows Inactive for a deactivated user, and otherwise Online or Offline. */
export function Status({ user }: { user: AdminUser }) {
  const { t } = useLingui()
  const words = !user.isActive ? t`Inactive` : user.isOnline ? t`Online` : t`Offline`
  return (
    <State tone={!user.isActive ? 'out' : user.isOnline ? 'on' : 'off'} full={user.isActive && user.isOnline}>
      {words}
    </State>
  )
}

function Actions({ user, onView, onDecide }: { user: AdminUser } & Pick<Props, 'onView' | 'onDecide'>) {
  const { t } = useLingui()
  const name = fullName(user, t`Unknown`)
  const isOwn = useSession((session) => session.user?._id === user._id)
  return (
    <span className="flex justify-end gap-0.5">
      <IconButton label={t`View ${name}`} tone="ghost" size="sm" onClick={() => onView(user)}>
        <Eye size={18} />
      </IconButton>
      <IfAllowed may={rightToDecideOn(user)}>
        <IconButton
          label={t`Activate ${name}`}
          tone="ghost"
          size="sm"
          disabled={user.isActive}
          onClick={() => onDecide(user, 'activate')}
        >
          <CircleCheck size={18} />
        </IconButton>
        <IconButton
          label={t`Deactivate ${name}`}
          tone="ghost"
          size="sm"
          disabled={!user.isActive || isOwn}
          onClick={() => onDecide(user, 'deactivate')}
        >
          <Ban size={18} />
        </IconButton>
      </IfAllowed>
    </span>
  )
}
