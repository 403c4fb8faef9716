import type { StaffRight } from '@kindred/contract/staff'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useDeferredValue, useState } from 'react'
import type { AdminUser } from '@kindred/contract/moderation/administration'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Ban, CircleCheck, ScrollText, User } from 'lucide-react'
import { type Path, paths, toReport, toUser } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { logout } from '../../session/actions.ts'
import { type Command, CommandPalette } from '../../ui/command-palette.tsx'
import { setTheme, themeNow } from '../../ui/theme.ts'
import { useClaimNext } from '../reports/use-claim-next.ts'
import { rightToDecideOn, useMay } from '../../session/rights.ts'
import { backOffice } from '../../api/staff-client.ts'
import { useSession } from '../../session/store.ts'
import { fullName } from '../dashboard/stats.ts'
import type { Deciding } from '../users/decision-dialog.tsx'
import { LazyDecisionDialog } from '../users/lazy-dialogs.tsx'

const FEW = '6'
/** The number of top search results that also get actions. */
const ACTED_ON = 3

function usePeopleCommands(text: string): { commands: Command[]; dialog: ReactNode } {
  const { t } = useLingui()
  const own = useSession((session) => session.user?._id)
  const may = useMay()
  const [deciding, setDeciding] = useState<Deciding>()
  const verbs = [t`Deactivate`, t`Activate`, t`Audit`]
  const search = withoutVerb(text, verbs)
  const { data } = useQuery({
    queryKey: ['listUsers', 'palette', search],
    queryFn: () => backOffice.listUsers({ query: { search, limit: FEW } }),
    enabled: search.length >= 2,
    placeholderData: keepPreviousData,
  })
  const users = search.length >= 2 ? (data?.data.users ?? []) : []
  const wordsOf = ({ email, _id }: AdminUser) => `${email ?? ''} ${_id}`
  const open = (user: AdminUser): Command => ({
    id: user._id,
    name: fullName(user, t`Unknown`),
    words: wordsOf(user),
    hint: user.email ?? '',
    icon: <User size={18} />,
    run: () => void navigate(toUser(user._id)),
  })
  const decide = (user: AdminUser): Command => {
    const name = fullName(user, t`Unknown`)
    const to = user.isActive ? 'deactivate' : 'activate'
    const Icon = user.isActive ? Ban : CircleCheck
    return {
      id: `${user._id}-${to}`,
      name: user.isActive ? t`Deactivate ${name}…` : t`Activate ${name}…`,
      words: wordsOf(user),
      icon: <Icon size={18} />,
      run: () => setDeciding({ user, to }),
    }
  }
  const history = (user: AdminUser): Command => {
    const name = fullName(user, t`Unknown`)
    return {
      id: `${user._id}-audit`,
      name: t`Audit log about ${name}`,
      words: wordsOf(user),
      icon: <ScrollText size={18} />,
      run: () => void navigate({ to: paths.audit, search: { about: user._id } }),
    }
  }
  const acted = users.slice(0, ACTED_ON)
  const decided = acted.filter((user) => user._id !== own && may(rightToDecideOn(user)))
  const opened = may('users.read') ? users : []
  const traced = may('audit') ? acted : []
  return {
    commands: [...opened.map(open), ...decided.map(decide), ...traced.map(history)],
    dialog: deciding && <LazyDecisionDialog deciding={deciding} onClose={() => setDeciding(undefined)} />,
  }
}

function withoutVerb(text: string, verbs: readonly string[]): string {
  const [first = '', ...rest] = text.split(/\s+/)
  const isVerb = verbs.some((verb) => verb.toLocaleLowerCase() === first.toLocaleLowerCase())
  return isVerb && rest.length > 0 ? rest.join(' ') : text
}

/** A command that may require a right. Commands without one are open to all staff. */
type Limited = Command & { may?: StaffRight }

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onKeys: () => void }

function useActions(onKeys: () => void): Limited[] {
  const { t } = useLingui()
  const { claim } = useClaimNext()
  const theme = themeNow()
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  return [
    { id: 'claim', may: 'reports.work', name: t`Claim the next report`, run: () => void claim() },
    {
      id: 'theme',
      name: isDark ? t`Switch to light mode` : t`Switch to dark mode`,
      run: () => setTheme(isDark ? 'light' : 'dark'),
    },
    { id: 'keys', name: t`Keyboard shortcuts`, hint: '?', run: onKeys },
    { id: 'logout', name: t`Logout`, run: () => logout() },
  ]
}

function useScreens(): Limited[] {
  const { t } = useLingui()
  const to = (path: Path) => () => void navigate({ to: path })
  return [
    { id: 'dashboard', may: 'dashboard', name: t`Dashboard`, run: to(paths.dashboard) },
    { id: 'users', may: 'users.list', name: t`Users`, run: to(paths.users) },
    { id: 'reports', may: 'reports.read', name: t`Reports`, run: to(paths.reports) },
    {
      id: 'pending',
      may: 'reports.read',
      name: t`Pending reports`,
      run: () => void navigate({ to: paths.reports, search: { status: 'pending' } }),
    },
    {
      id: 'overdue',
      may: 'reports.read',
      name: t`Overdue reports`,
      run: () => void navigate({ to: paths.reports, search: { overdue: 'true', order: 'due' } }),
    },
    { id: 'subscriptions', may: 'subscriptions.list', name: t`Subscriptions`, run: to(paths.subscriptions) },
    { id: 'photos', may: 'photos', name: t`Photos to review`, run: to(paths.photos) },
    { id: 'audit', may: 'audit', name: t`Audit log`, run: to(paths.audit) },
    { id: 'batches', may: 'users.bulk', name: t`Bulk actions`, run: to(paths.batches) },
    { id: 'approvals', may: 'approve', name: t`Approvals`, run: to(paths.approvals) },
    { id: 'appeals', may: 'appeals', name: t`Appeals`, run: to(paths.appeals) },
    { id: 'blind-reviews', may: 'decide', name: t`Blind reviews`, run: to(paths.blindReviews) },
    { id: 'transparency', may: 'transparency', name: t`Transparency`, run: to(paths.transparency) },
    { id: 'failed-jobs', may: 'system', name: t`Failed jobs`, run: to(paths.failedJobs) },
    { id: 'system', may: 'system', name: t`System`, run: to(paths.system) },
    { id: 'configuration', may: 'configuration', name: t`Configuration`, run: to(paths.configuration) },
    { id: 'monitoring', may: 'monitoring', name: t`Monitoring rules`, run: to(paths.monitoring) },
    { id: 'order', may: 'system', name: t`Discover ranking`, run: to(paths.order) },
    { id: 'settings', name: t`My settings`, run: to(paths.settings) },
  ]
}

export function BackOfficePalette({ open, onOpenChange, onKeys }: Props) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const text = useDeferredValue(search.trim())
  const people = usePeopleCommands(isId(text) ? '' : text)
  const actions = useActions(onKeys)
  const screens = useScreens()
  const may = useMay()
  const byId: Limited[] = isId(text)
    ? [
        {
          id: 'user',
          may: 'users.read',
          name: t`User with this ID`,
          words: text,
          run: () => void navigate(toUser(text)),
        },
        {
          id: 'report',
          may: 'reports.read',
          name: t`Report with this ID`,
          words: text,
          run: () => void navigate(toReport(text)),
        },
      ]
    : []
  const all: Limited[] = [...byId, ...people.commands, ...screens, ...actions]
  const commands = all.flatMap(({ may: right, ...command }) => (!right || may(right) ? [command] : []))
  return (
    <>
      <CommandPalette
        open={open}
        onOpenChange={onOpenChange}
        commands={commands}
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
