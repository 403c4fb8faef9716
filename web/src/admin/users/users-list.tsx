import type { AdminUser } from '@kindred/contract/moderation/administration'
import { toUser } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useListKeys } from '../../ui/list-keys.ts'
import { useSelection } from '../batches/use-selection.ts'
import { BulkBar } from './bulk-bar.tsx'
import { SEARCH_ID } from './filter-bar.tsx'
import type { OptionalColumn } from './use-columns.ts'
import type { Decision, Filters } from './use-users.ts'
import { UsersTable } from './users-table.tsx'

type Props = {
  filters: Filters
  hidden: readonly OptionalColumn[]
  users: readonly AdminUser[]
  total: number
  /** How many fit the filters, of whom these are the first. */
  fitting: number
  onEnd: (() => void) | undefined
  onView: (user: AdminUser) => void
  onDecide: (user: AdminUser, to: Decision) => void
}

/** The list with what is chosen of it, and the keyboard. */
export function UsersList({ filters, hidden, users, total, fitting, onEnd, onView, onDecide }: Props) {
  const selection = useSelection(
    filters,
    users.map(({ _id }) => _id),
    fitting,
  )
  const at = useListKeys({
    rows: users,
    searchId: SEARCH_ID,
    on: {
      Enter: ({ _id }) => void navigate(toUser(_id)),
      x: ({ _id }) => selection.toggle(_id),
    },
    onEscape: selection.clear,
  })
  return (
    <>
      <BulkBar selection={selection} fitting={fitting} filters={filters} />
      <UsersTable
        users={users}
        total={total}
        hidden={hidden}
        chosen={selection.chosen}
        onChoose={selection.choose}
        at={at}
        onEnd={onEnd}
        onView={onView}
        onDecide={onDecide}
      />
    </>
  )
}
