import type { AdminUser } from '@kindred/contract/moderation/administration'
import { Trans, useLingui } from '@lingui/react/macro'
import { errorText } from '../../api/error-text.ts'
import { statusOf } from '../../api/queries.ts'
import { useSettings } from '../../api/settings.ts'
import { matchesText } from '../../ui/folded.ts'
import { usePage } from '../../ui/page.ts'
import { Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { useTypedSearch } from '../../ui/use-typed-search.ts'
import { SavedViews } from '../saved-views.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { ExportUsers } from './export-users.tsx'
import { FilterBar } from './filter-bar.tsx'
import { useColumns } from './use-columns.ts'
import { UserCards } from './user-cards.tsx'
import { useUserDialogs } from './use-user-dialogs.tsx'
import { UsersList } from './users-list.tsx'
import { useFilters, useUsers } from './use-users.ts'
import { Only } from '../only.tsx'

/** Until the server has answered the typed search, only rows that match it are shown. */
const narrowed = (users: readonly AdminUser[], text: string): readonly AdminUser[] =>
  text === ''
    ? users
    : users.filter(({ firstName, lastName, email }) => matchesText([firstName, lastName, email], text))

export default function UsersScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const { filters, filter, open } = useFilters()
  const { users, figures } = useUsers(filters)
  const columns = useColumns()
  const typed = useTypedSearch(filters.search, (search) => filter({ search }))
  const { dialogs, view, edit, decide } = useUserDialogs()
  usePage(t`Users Management`, brand)
  const status = statusOf(users)
  const first = users.data?.pages[0]?.data.pagination
  const isSearching = typed.isPending || users.isPlaceholderData
  const matching = narrowed(users.data?.pages.flatMap(({ data }) => data.users) ?? [], isSearching ? typed.text : '')
  return (
    <>
      <h1>
        <Trans>Users Management</Trans>
      </h1>
      <UserCards query={figures} />
      <section className="card overflow-clip p-0" aria-label={t`Users`}>
        <FilterBar
          filters={filters}
          typed={typed}
          onFilter={filter}
          onReload={() => void users.refetch()}
          busy={users.isFetching}
        >
          <SavedViews list="users" search={filters} onOpen={open} />
          <ColumnsMenu {...columns} />
          <Only may="users.export">
            <ExportUsers filters={filters} fitting={first?.total ?? 0} />
          </Only>
        </FilterBar>
        {status === 'loading' && <Spinner label={t`Loading users data...`} />}
        {status === 'failed' && (
          <div className="p-4">
            <QueryProblem query={users} text={<Trans>Error loading users: {errorText(users.error)}</Trans>} />
          </div>
        )}
        {isSearching && matching.length === 0 && <Spinner label={t`Searching…`} />}
        {first && !(isSearching && matching.length === 0) && (
          <UsersList
            // What is chosen while the server still searches must stay when it answers.
            filters={{ ...filters, search: typed.wanted }}
            hidden={columns.hidden}
            users={matching}
            fitting={first.total}
            total={figures.data?.data.total ?? first.total}
            onSort={(sort) => filter({ sort })}
            onEnd={users.hasNextPage && !isSearching ? () => void users.fetchNextPage() : undefined}
            onView={view}
            onEdit={edit}
            onDecide={decide}
          />
        )}
      </section>
      {dialogs}
    </>
  )
}
