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
import { UserCards } from './user-cards.tsx'
import { UserModal } from './user-modal.tsx'
import { UsersList } from './users-list.tsx'
import { useFilters, useUsers } from './use-users.ts'

export default function UsersScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const { filters, filter, open } = useFilters()
  const { users, figures } = useUsers(filters)
  const [shown, setShown] = useState<AdminUser>()
  const [editing, setEditing] = useState<AdminUser>()
  const [deciding, setDeciding] = useState<Deciding>()
  usePage(t`Users Management`, brand)
  const status = statusOf(users)
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
      {users.data && (
        <UsersList
          filters={filters}
          onFilter={filter}
          onOpen={open}
          busy={users.isFetching}
          users={users.data.pages.flatMap(({ data }) => data.users)}
          fitting={users.data.pages[0]!.data.pagination.total}
          total={figures?.total ?? users.data.pages[0]!.data.pagination.total}
          onEnd={users.hasNextPage ? () => void users.fetchNextPage() : undefined}
          onView={setShown}
          onDecide={(user, to) => setDeciding({ user, to })}
        />
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
      {deciding && <DecisionDialog deciding={deciding} onClose={() => setDeciding(undefined)} />}
    </>
  )
}
