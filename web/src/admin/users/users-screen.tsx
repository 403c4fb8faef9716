import type { AdminUser, Statistics } from '@kindred/contract/moderation/administration'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { usePage } from '../../api/settings.ts'
import { matchesText } from '../../ui/folded.ts'
import { Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { useTypedSearch } from '../../ui/use-typed-search.ts'
import { SavedViews } from '../saved-views.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { FilterBar } from './filter-bar.tsx'
import { useColumns } from './use-columns.ts'
import { UsersList } from './users-list.tsx'
import { asQuery, type Decision, type Filters, useFilters, useUsers } from './use-users.ts'
import { IfAllowed } from '../if-allowed.tsx'
import { backOffice } from '../../api/staff-client.ts'
import { useCountText } from '../count-text.ts'
import { ExportButton } from '../export-button.tsx'
import type { Deciding } from './decision-dialog.tsx'
import { LazyDecisionDialog, LazyEditUserDialog, LazyUserModal } from './lazy-dialogs.tsx'
import { percent } from '../dashboard/stats.ts'
import { StatsProblem } from '../stats-problem.tsx'
import { NOTHING_YET, Stat, statLineClass } from '../../ui/stat-card.tsx'
import { listHeadClass } from '../filter-row.tsx'
import { useFormats } from '../../ui/use-formats.ts'

function UserCards({ query }: { query: UseQueryResult<{ data: Statistics }> }) {
  return (
    <>
      {!query.isError && <Cards figures={query.data?.data} />}
      <StatsProblem query={query} />
    </>
  )
}

function Cards({ figures }: { figures: Statistics | undefined }) {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const number = (value: number | undefined) => (value === undefined ? NOTHING_YET : i18n.number(value))
  const cards = [
    [t`Total users`, number(figures?.total)],
    [t`VIP users`, number(figures?.vip)],
    [t`Active users`, number(figures?.active)],
    [t`Online now`, number(figures?.online)],
    [t`Verified`, number(figures?.emailVerified)],
    [t`Engagement rate`, figures ? formats.percent(percent(figures.active, figures.total) / 100) : NOTHING_YET],
  ]
  return (
    <div className={`card p-0! ${statLineClass}`} role="group" aria-label={t`Stats`}>
      {cards.map(([name, value]) => (
        <Stat key={name} label={name} value={value} />
      ))}
    </div>
  )
}

function useUserDialogs() {
  const [shown, setShown] = useState<AdminUser>()
  const [editing, setEditing] = useState<AdminUser>()
  const [deciding, setDeciding] = useState<Deciding>()
  const dialogs = (
    <>
      {shown && (
        <LazyUserModal
          user={shown}
          onClose={() => setShown(undefined)}
          onEdit={(user) => {
            setShown(undefined)
            setEditing(user)
          }}
        />
      )}
      {editing && <LazyEditUserDialog user={editing} onClose={() => setEditing(undefined)} />}
      {deciding && <LazyDecisionDialog deciding={deciding} onClose={() => setDeciding(undefined)} />}
    </>
  )
  return {
    dialogs,
    view: setShown,
    edit: setEditing,
    decide: (user: AdminUser, to: Decision) => setDeciding({ user, to }),
  }
}

function ExportUsers({ filters, fitting }: { filters: Filters; fitting: number }) {
  const { t } = useLingui()
  const countText = useCountText()
  const { sort, ...wanted } = filters
  const ofAll = (rows: number) => countText(Math.max(rows, fitting), filters.search === '' ? 'all' : 'so far')
  return (
    <ExportButton
      exported={{
        subject: 'users',
        prompt: { title: t`Export users`, go: t`Export` },
        declined: t`Give a reason to export the list.`,
        issueTicket: (input) => backOffice.issueExportTicket(input),
        path: '/admin/users/export.csv',
        query: { ...asQuery(wanted), sort },
        file: 'users.csv',
      }}
      progress={(rows) => t`${countText(rows)} of ${ofAll(rows)}`}
    />
  )
}

/** Until the server has responded to the typed search, only matching rows are shown. */
const narrowed = (users: readonly AdminUser[], text: string): readonly AdminUser[] =>
  text === ''
    ? users
    : users.filter(({ firstName, lastName, email }) => matchesText([firstName, lastName, email], text))

export default function UsersScreen() {
  const { t } = useLingui()
  const { filters, filter, open } = useFilters()
  const { users, figures } = useUsers(filters)
  const columns = useColumns()
  const typed = useTypedSearch(filters.search, (search) => filter({ search }))
  const { dialogs, view, edit, decide } = useUserDialogs()
  usePage(t`Users Management`)
  const first = users.data?.pages[0]?.data.pagination
  const isSearching = typed.isPending || users.isPlaceholderData
  const matching = narrowed(users.data?.pages.flatMap(({ data }) => data.users) ?? [], isSearching ? typed.text : '')
  return (
    <>
      <div className={listHeadClass}>
        <h1>{t`Users Management`}</h1>
        <span>
          <SavedViews list="users" search={filters} onOpen={open} />
          <ColumnsMenu {...columns} />
          <IfAllowed may="users.export">
            <ExportUsers filters={filters} fitting={first?.total ?? 0} />
          </IfAllowed>
        </span>
      </div>
      <UserCards query={figures} />
      <section className="card overflow-clip p-0" aria-label={t`Users`}>
        <FilterBar
          filters={filters}
          typed={typed}
          onFilter={filter}
          onReload={() => void users.refetch()}
          busy={users.isFetching}
        />
        {users.isPending && <Spinner label={t`Loading users data...`} />}
        {users.isError && (
          <div className="p-4">
            <QueryProblem query={users} text={t`Error loading users: ${errorText(users.error)}`} />
          </div>
        )}
        {isSearching && matching.length === 0 && <Spinner label={t`Searching…`} />}
        {first && !(isSearching && matching.length === 0) && (
          <UsersList
            // A selection made during a search has to survive the response.
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
