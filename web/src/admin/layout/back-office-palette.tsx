import { useLingui } from '@lingui/react/macro'
import { useDeferredValue, useState } from 'react'
import { paths, toReport, toUser, type Path } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { logout } from '../../session/actions.ts'
import { CommandPalette, type Command } from '../../ui/command-palette.tsx'
import { setTheme, themeNow } from '../../ui/page.ts'
import { useClaimNext } from '../reports/use-claim-next.ts'
import { usePeopleCommands } from './use-people-commands.tsx'

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onKeys: () => void }

/** What can be done from anywhere. */
function useActions(onKeys: () => void): Command[] {
  const { t } = useLingui()
  const { claim } = useClaimNext()
  const theme = themeNow()
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  return [
    { id: 'claim', name: t`Claim the next report`, run: () => void claim() },
    {
      id: 'theme',
      name: isDark ? t`Switch to light mode` : t`Switch to dark mode`,
      run: () => setTheme(isDark ? 'light' : 'dark'),
    },
    { id: 'keys', name: t`Keyboard shortcuts`, hint: '?', run: onKeys },
    { id: 'logout', name: t`Logout`, run: () => logout() },
  ]
}

/** Where one can go. */
function useScreens(): Command[] {
  const { t } = useLingui()
  const to = (path: Path) => () => void navigate({ to: path })
  return [
    { id: 'dashboard', name: t`Dashboard`, run: to(paths.dashboard) },
    { id: 'users', name: t`Users`, run: to(paths.users) },
    { id: 'reports', name: t`Reports`, run: to(paths.reports) },
    {
      id: 'pending',
      name: t`Pending reports`,
      run: () => void navigate({ to: paths.reports, search: { status: 'pending' } }),
    },
    {
      id: 'overdue',
      name: t`Overdue reports`,
      run: () => void navigate({ to: paths.reports, search: { overdue: 'true', order: 'due' } }),
    },
    { id: 'subscriptions', name: t`Subscriptions`, run: to(paths.subscriptions) },
    { id: 'photos', name: t`Photos to review`, run: to(paths.photos) },
    { id: 'audit', name: t`Audit log`, run: to(paths.audit) },
    { id: 'batches', name: t`Bulk actions`, run: to(paths.batches) },
    { id: 'approvals', name: t`Approvals`, run: to(paths.approvals) },
    { id: 'appeals', name: t`Appeals`, run: to(paths.appeals) },
    { id: 'transparency', name: t`Transparency`, run: to(paths.transparency) },
    { id: 'failed-jobs', name: t`Failed jobs`, run: to(paths.failedJobs) },
    { id: 'system', name: t`System`, run: to(paths.system) },
    { id: 'configuration', name: t`Configuration`, run: to(paths.configuration) },
    { id: 'monitoring', name: t`Monitoring rules`, run: to(paths.monitoring) },
    { id: 'order', name: t`Order of Discover`, run: to(paths.order) },
    { id: 'settings', name: t`My settings`, run: to(paths.settings) },
  ]
}

/** Everywhere in the back office, by Ctrl-K: its screens, what can be done, and people with their own actions. */
export function BackOfficePalette({ open, onOpenChange, onKeys }: Props) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const text = useDeferredValue(search.trim())
  const people = usePeopleCommands(isId(text) ? '' : text)
  const actions = useActions(onKeys)
  const screens = useScreens()
  const byId: Command[] = isId(text)
    ? [
        { id: 'user', name: t`User with this ID`, words: text, run: () => void navigate(toUser(text)) },
        { id: 'report', name: t`Report with this ID`, words: text, run: () => void navigate(toReport(text)) },
      ]
    : []
  return (
    <>
      <CommandPalette
        open={open}
        onOpenChange={onOpenChange}
        commands={[...byId, ...people.commands, ...screens, ...actions]}
        words={{
          title: t`Go to`,
          placeholder: t`Search screens and actions, or find a user by name, email or ID`,
          nothing: t`No results`,
        }}
        onSearch={setSearch}
      />
      {people.dialog}
    </>
  )
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
