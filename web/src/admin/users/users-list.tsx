import type { AdminUser } from '@kindred/contract/administration'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { userPath } from '../../paths.ts'
import { useListKeys } from '../../ui/list-keys.ts'
import { useSelection } from '../bulk/use-selection.ts'
import { SavedViews } from '../saved-views.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterBar, SEARCH_ID } from './filter-bar.tsx'
import { useColumns } from './use-columns.ts'
import type { Decision, Filters } from './use-users.ts'
import { UsersTable } from './users-table.tsx'

type Props = {
  filters: Filters
  onFilter: (change: Partial<Filters>) => void
  onOpen: (filters: Partial<Filters>) => void
  busy: boolean
  users: readonly AdminUser[]
  total: number
  /** How many fit the filters, of whom these are the first. */
  fitting: number
  onEnd: (() => void) | undefined
  onView: (user: AdminUser) => void
  onDecide: (user: AdminUser, to: Decision) => void
}

/** The list with what narrows it, what is chosen of it, and the keyboard. */
export function UsersList({ filters, onFilter, onOpen, busy, users, total, fitting, onEnd, onView, onDecide }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const columns = useColumns()
  const selection = useSelection(
    filters,
    users.map(({ _id }) => _id),
    fitting,
  )
  const at = useListKeys({
    count: users.length,
    searchId: SEARCH_ID,
    on: {
      Enter: (row) => void navigate({ to: userPath(users[row]!._id) }),
      x: (row) => selection.toggle(users[row]!._id),
    },
    onEscape: selection.clear,
  })
  return (
    <section className="card flush" aria-label={t`Users`}>
      <FilterBar key={filters.search} filters={filters} onFilter={onFilter} busy={busy}>
        <SavedViews list="users" search={filters} onOpen={onOpen} />
        <ColumnsMenu {...columns} />
        <ExportButton filters={filters} fitting={fitting} />
      </FilterBar>
      <BulkBar selection={selection} fitting={fitting} filters={filters} />
      <UsersTable
        users={users}
        total={total}
        hidden={columns.hidden}
        chosen={selection.chosen}
        onChoose={selection.choose}
        at={at}
        onEnd={onEnd}
        onView={onView}
        onDecide={onDecide}
      />
    </section>
  )
}
