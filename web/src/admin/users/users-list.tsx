import type { AdminUser } from '@kindred/contract/moderation/administration'
import { lazy, Suspense } from 'react'
import { toUser } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useListKeys } from '../../ui/list-keys.ts'
import { useWide } from '../../ui/use-wide.ts'
import { useSelection } from '../batches/use-selection.ts'
import { SplitView } from '../split-view.tsx'
import { SEARCH_ID } from './filter-bar.tsx'
import type { OptionalColumn } from './use-columns.ts'
import type { Decision, Filters } from './use-users.ts'
import { UsersTable } from './users-table.tsx'
import { IfAllowed } from '../if-allowed.tsx'
import { useMay } from '../../session/rights.ts'

const BulkBar = lazy(() => import('./users-bulk-bar.tsx').then((all) => ({ default: all.BulkBar })))

const UserQuickLook = lazy(() => import('./user-quick-look.tsx'))

type Props = {
  filters: Filters
  hidden: readonly OptionalColumn[]
  users: readonly AdminUser[]
  total: number
  /** The number of matching users, of which the list shows the first. */
  fitting: number
  onSort: (sort: Filters['sort']) => void
  onEnd: (() => void) | undefined
  onView: (user: AdminUser) => void
  onEdit: (user: AdminUser) => void
  onDecide: (user: AdminUser, to: Decision) => void
}

const idOf = ({ _id }: AdminUser) => _id

export function UsersList({ filters, hidden, users, total, fitting, onSort, onEnd, onView, onEdit, onDecide }: Props) {
  const selection = useSelection(
    filters,
    users.map(({ _id }) => _id),
    fitting,
  )
  const isWide = useWide()
  const mayRead = useMay()('users.read')
  const { at, leave } = useListKeys({
    rows: users,
    searchId: SEARCH_ID,
    on: {
      Enter: ({ _id }) => mayRead && void navigate(toUser(_id)),
      x: ({ _id }) => selection.toggle(_id),
    },
    onEscape: selection.clear,
    keyOf: idOf,
    byClick: isWide,
  })
  const current = isWide && mayRead && at !== null ? users[at] : undefined
  return (
    <SplitView panel={current && <UserQuickLook user={current} onClose={leave} onEdit={onEdit} onDecide={onDecide} />}>
      <IfAllowed may="users.bulk">
        {selection.selected.size > 0 && (
          <Suspense>
            <BulkBar selection={selection} fitting={fitting} filters={filters} />
          </Suspense>
        )}
      </IfAllowed>
      <UsersTable
        users={users}
        total={total}
        sort={filters.sort}
        onSort={onSort}
        hidden={hidden}
        selected={selection.selected}
        onSelect={selection.select}
        at={at}
        onEnd={onEnd}
        onView={onView}
        onDecide={onDecide}
      />
    </SplitView>
  )
}
