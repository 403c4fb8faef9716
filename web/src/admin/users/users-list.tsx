import type { AdminUser } from '@kindred/contract/administration'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { userPath } from '../../paths.ts'
import { useListKeys } from '../../ui/list-keys.ts'
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

const nobody: ReadonlySet<string> = new Set()

/** The list with what narrows it, what is chosen of it, and the keyboard. */
export function UsersList({ filters, onFilter, onOpen, busy, users, total, fitting, onEnd, onView, onDecide }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const columns = useColumns()
  const [chosen, setChosen] = useState(nobody)
  const toggle = (id: string) =>
    setChosen(chosen.has(id) ? new Set([...chosen].filter((each) => each !== id)) : new Set([...chosen, id]))
  const at = useListKeys({
    count: users.length,
    searchId: SEARCH_ID,
    on: {
      Enter: (row) => void navigate({ to: userPath(users[row]!._id) }),
      x: (row) => toggle(users[row]!._id),
    },
    onEscape: () => setChosen(nobody),
  })
  const narrow = (change: Partial<Filters>) => {
    setChosen(nobody)
    onFilter(change)
  }
  return (
    <section className="card flush" aria-label={t`Users`}>
      <FilterBar key={filters.search} filters={filters} onFilter={narrow} busy={busy}>
        <SavedViews list="users" search={filters} onOpen={onOpen} />
        <ColumnsMenu {...columns} />
        <ExportButton filters={filters} fitting={fitting} />
      </FilterBar>
      <BulkBar
        chosen={chosen}
        shown={users.length}
        fitting={fitting}
        filters={filters}
        onDone={() => setChosen(nobody)}
      />
      <UsersTable
        users={users}
        total={total}
        hidden={columns.hidden}
        chosen={chosen}
        onChoose={setChosen}
        at={at}
        onEnd={onEnd}
        onView={onView}
        onDecide={onDecide}
      />
    </section>
  )
}
