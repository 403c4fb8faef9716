import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { User } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { backOffice } from '../../api/staff-client.ts'
import { paths, toReport, toUser, type Path } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { logout } from '../../session/actions.ts'
import { CommandPalette, type Command } from '../../ui/command-palette.tsx'
import { fullName } from '../dashboard/figures.ts'

const FEW = '6'

/** Everywhere in the back office, by Ctrl-K: its screens, what can be done, and people by name, address or id. */
export function BackOfficePalette() {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const text = useDeferredValue(search.trim())
  const { data } = useQuery({
    queryKey: ['listUsers', 'palette', text],
    queryFn: () => backOffice.listUsers({ query: { search: text, limit: FEW } }),
    enabled: text.length >= 2 && !isId(text),
    placeholderData: keepPreviousData,
  })
  const to = (path: Path) => () => void navigate({ to: path })
  const screens: Command[] = [
    { id: 'dashboard', name: t`Dashboard`, run: to(paths.dashboard) },
    { id: 'users', name: t`Users`, run: to(paths.users) },
    { id: 'reports', name: t`Reports`, run: to(paths.reports) },
    {
      id: 'pending',
      name: t`Pending reports`,
      run: () => void navigate({ to: paths.reports, search: { status: 'pending' } }),
    },
    { id: 'subscriptions', name: t`Subscriptions`, run: to(paths.subscriptions) },
    { id: 'photos', name: t`Photos to review`, run: to(paths.photos) },
    { id: 'audit', name: t`Audit log`, run: to(paths.audit) },
    { id: 'batches', name: t`Bulk actions`, run: to(paths.batches) },
    { id: 'approvals', name: t`Approvals`, run: to(paths.approvals) },
    { id: 'failed-jobs', name: t`Failed jobs`, run: to(paths.failedJobs) },
    { id: 'configuration', name: t`Configuration`, run: to(paths.configuration) },
    { id: 'settings', name: t`My settings`, run: to(paths.settings) },
    { id: 'logout', name: t`Logout`, run: () => logout() },
  ]
  const found = text.length >= 2 && !isId(text) ? (data?.data.users ?? []) : []
  const people = found.map((user): Command => ({
    id: user._id,
    name: fullName(user, t`Unknown`),
    words: `${user.email ?? ''} ${user._id}`,
    hint: user.email ?? '',
    icon: <User size={18} aria-hidden="true" />,
    run: () => void navigate(toUser(user._id)),
  }))
  const byId: Command[] = isId(text)
    ? [
        { id: 'user', name: t`User with this ID`, words: text, run: () => void navigate(toUser(text)) },
        { id: 'report', name: t`Report with this ID`, words: text, run: () => void navigate(toReport(text)) },
      ]
    : []
  return (
    <CommandPalette
      commands={[...byId, ...people, ...screens]}
      words={{
        title: t`Go to`,
        placeholder: t`Search screens, or find a user by name, email or ID`,
        nothing: t`No results`,
      }}
      onSearch={setSearch}
    />
  )
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
