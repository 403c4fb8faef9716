import type { AdminUser } from '@kindred/contract/administration'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { statusOf } from '../../api/queries.ts'
import { useSettings } from '../../api/settings.ts'
import { usePage } from '../../ui/page.ts'
import { Note, Spinner } from '../../ui/pieces.tsx'
import { DecisionDialog, type Deciding } from './decision-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { FilterBar } from './filter-bar.tsx'
import { UserCards } from './user-cards.tsx'
import { UserModal } from './user-modal.tsx'
import { UsersTable } from './users-table.tsx'
import { useUsers } from './use-users.ts'

export default function UsersScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const { filters, filter, users, figures, decide } = useUsers()
  const [shown, setShown] = useState<AdminUser>()
  const [editing, setEditing] = useState<AdminUser>()
  const [deciding, setDeciding] = useState<Deciding>()
  usePage(t`Users Management`, brand)
  const status = statusOf(users)
  const list = users.data?.data
  return (
    <>
      <h1>
        <Trans>Users Management</Trans>
      </h1>
      {figures && <UserCards figures={figures} />}
      {status === 'loading' && <Spinner label={t`Loading users data...`} />}
      {status === 'failed' && (
        <Note tone="danger" live>
          <Trans>Error loading users: {errorText(users.error)}</Trans>
        </Note>
      )}
      {list && (
        <section className="card flush" aria-label={t`Users`}>
          <FilterBar key={filters.search} filters={filters} onFilter={filter} busy={users.isFetching} />
          <UsersTable
            users={list.users}
            total={figures?.total ?? list.pagination.total}
            onView={setShown}
            onDecide={(user, to) => setDeciding({ user, to })}
          />
        </section>
      )}
      <UserModal
        user={shown}
        onClose={() => setShown(undefined)}
        onEdit={(user) => {
          setShown(undefined)
          setEditing(user)
        }}
      />
      {editing && <EditUserDialog user={editing} onClose={() => setEditing(undefined)} />}
      <DecisionDialog deciding={deciding} decide={decide} onClose={() => setDeciding(undefined)} />
    </>
  )
}
