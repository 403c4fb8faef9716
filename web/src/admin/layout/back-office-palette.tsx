import type { StaffRight } from '@kindred/contract/staff'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useDeferredValue, useState } from 'react'
import type { AdminUser } from '@kindred/contract/moderation/administration'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  Ban,
  CircleCheck,
  CreditCard,
  Eye,
  Flag,
  Gavel,
  History,
  ListOrdered,
  LogOut,
  type LucideIcon,
  ScrollText,
  Search,
  SlidersHorizontal,
  SunMoon,
  User,
} from 'lucide-react'
import { paths, toPayment, toReport, toUser } from '../../paths.ts'
import type { Target } from '../../router/address.ts'
import { navigate, open as openAddress } from '../../router/navigation.ts'
import { logout } from '../../session/actions.ts'
import { type Command, CommandPalette } from '../../ui/command-palette.tsx'
import { setTheme, themeNow } from '../../ui/theme.ts'
import { searchOf, useSections } from '../configuration/sections.ts'
import { useSectionWords } from '../configuration/section-words.ts'
import { shortId } from '../reports/short-id.ts'
import { recentPlaces } from './recent-places.ts'
import { useGroups } from './screens.ts'
import { usePrice } from '../../api/use-price.ts'
import { useFormats } from '../../ui/use-formats.ts'
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

function usePeopleCommands(text: string): { commands: Limited[]; dialog: ReactNode } {
  const { t } = useLingui()
  const own = useSession((session) => session.user?._id)
  const may = useMay()
  const [deciding, setDeciding] = useState<Deciding>()
  const search = withoutVerb(text, [t`Deactivate`, t`Activate`, t`Audit`, t`Refund`])
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
  /** Payments and decisions belong to a person, so a name or an email address finds them. */
  const records = (user: AdminUser): Limited[] => {
    const name = fullName(user, t`Unknown`)
    return [
      {
        id: `${user._id}-payments`,
        may: 'invoices',
        name: t`Payments of ${name}`,
        words: wordsOf(user),
        icon: <CreditCard size={18} />,
        run: () => void navigate({ ...toUser(user._id), hash: 'money' }),
      },
      {
        id: `${user._id}-decisions`,
        may: 'users.read',
        name: t`Decisions about ${name}`,
        words: wordsOf(user),
        icon: <Gavel size={18} />,
        run: () => void navigate({ ...toUser(user._id), hash: 'all-decisions' }),
      },
    ]
  }
  const acted = users.slice(0, ACTED_ON)
  const decided = acted.filter((user) => user._id !== own && may(rightToDecideOn(user)))
  const opened = may('users.read') ? users : []
  const traced = may('audit') ? acted : []
  return {
    commands: [...opened.map(open), ...decided.map(decide), ...acted.flatMap(records), ...traced.map(history)],
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

/** The reports that contain a text. They are each other’s neighbors, as in a filtered list. */
function useReportCommands(text: string): Command[] {
  const { t } = useLingui()
  const may = useMay()('reports.read')
  const isSearch = may && text.length >= 2
  const { data } = useQuery({
    queryKey: ['listReports', { search: text }, 'palette'],
    queryFn: () => backOffice.listReports({ query: { search: text, limit: FEW } }),
    enabled: isSearch,
    placeholderData: keepPreviousData,
  })
  return (isSearch ? (data?.data.reports ?? []) : []).map(({ _id, description, user }) => ({
    id: `report-${_id}`,
    name: t`Report ${shortId(_id)}`,
    words: `${text} ${user.name} ${description}`,
    hint: cut(description),
    icon: <Flag size={18} />,
    run: () => void navigate(toReport(_id)),
  }))
}

/** The payments of a person, or the one with this invoice number or card. */
function usePaymentCommands(text: string): Command[] {
  const { t } = useLingui()
  const price = usePrice()
  const formats = useFormats()
  const may = useMay()
  const search = withoutVerb(text, [t`Refund`])
  const isSearch = may('invoices') && search.length >= 2
  const { data } = useQuery({
    queryKey: ['findPayments', search],
    queryFn: () => backOffice.findPayments({ query: { search, limit: FEW } }),
    enabled: isSearch,
    placeholderData: keepPreviousData,
  })
  return (isSearch ? (data?.data.payments ?? []) : []).map(({ _id, user, created, number, last4, ...paid }) => {
    const [name, sum] = [user.name, price(paid.amount, paid.currency)]
    return {
      id: `payment-${_id}`,
      name: t`${name} paid ${sum}`,
      words: [user.email, number, last4, t`Refund`].join(' '),
      hint: formats.series(formats.day(created), last4 && formats.isolated(`•••• ${last4}`)),
      icon: <CreditCard size={18} />,
      run: () => void navigate(toPayment(_id)),
    }
  })
}

const cut = (text: string): string => (text.length > 48 ? `${text.slice(0, 48).trimEnd()}…` : text)

function useActions(onKeys: () => void): Limited[] {
  const { t } = useLingui()
  const { claim } = useClaimNext()
  const theme = themeNow()
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  return [
    {
      id: 'claim',
      may: 'reports.work',
      name: t`Claim the next report`,
      icon: <CircleCheck size={18} />,
      run: () => void claim(),
    },
    {
      id: 'theme',
      name: isDark ? t`Switch to light mode` : t`Switch to dark mode`,
      icon: <SunMoon size={18} />,
      run: () => setTheme(isDark ? 'light' : 'dark'),
    },
    { id: 'keys', name: t`Keyboard shortcuts`, hint: '?', icon: <Search size={18} />, run: onKeys },
    { id: 'logout', name: t`Logout`, icon: <LogOut size={18} />, run: () => logout() },
  ]
}

/** The keys that open a screen after g. */
const hints: Partial<Record<string, string>> = {
  [paths.dashboard]: 'g d',
  [paths.users]: 'g u',
  [paths.reports]: 'g r',
}

type Place = [
  id: string,
  may: StaffRight | undefined,
  name: string,
  Icon: LucideIcon,
  target: Target,
  words?: string | undefined,
]

/** The screens of the sidebar, and places that it doesn't list. */
function useScreens(): Limited[] {
  const { t } = useLingui()
  const screens = useGroups(undefined).flatMap(([, entries]) => entries)
  const words = useSectionWords()
  const places: Place[] = [
    ['pending', 'reports.read', t`Pending reports`, Flag, { to: paths.reports, search: { status: 'pending' } }],
    ['overdue', 'reports.read', t`Overdue reports`, Flag, { to: paths.reports, search: { overdue: 'true' } }],
    ['late', 'payments', t`Late payments`, CreditCard, { to: paths.subscriptions, hash: 'late-payments' }],
    ['batches', 'users.bulk', t`Bulk actions`, ListOrdered, { to: paths.batches }],
    ['monitoring', 'monitoring', t`Monitoring rules`, Eye, { to: paths.monitoring }],
    ...useSections().map(({ id, name }): Place => [
      `configuration-${id}`,
      'configuration',
      t`Configuration: ${name}`,
      SlidersHorizontal,
      { to: paths.configuration, search: searchOf(id) },
      words[id],
    ]),
    ['settings', undefined, t`Settings`, SlidersHorizontal, { to: paths.settings }],
  ]
  return [
    ...screens.map(({ name, also, Icon, link }) => {
      const hint = hints[link.to]
      return {
        id: `screen-${name}`,
        name,
        ...(also && { words: also }),
        ...(hint && { hint }),
        icon: <Icon size={18} />,
        run: () => void navigate(link),
      }
    }),
    ...places.map(([id, may, name, Icon, target, besides]) => ({
      id,
      ...(may && { may }),
      name,
      ...(besides && { words: besides }),
      icon: <Icon size={18} />,
      run: () => void navigate(target),
    })),
  ]
}

/** What this viewer opened last comes first, until a text is typed. It is read whenever the palette opens. */
const recentCommands = (isOpen: boolean): Command[] =>
  (isOpen ? recentPlaces() : []).map(({ href, name }) => ({
    id: `recent-${href}`,
    name,
    icon: <History size={18} />,
    run: () => void openAddress(href),
  }))

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
          icon: <User size={18} />,
          run: () => void navigate(toUser(text)),
        },
        {
          id: 'report',
          may: 'reports.read',
          name: t`Report with this ID`,
          words: text,
          icon: <Flag size={18} />,
          run: () => void navigate(toReport(text)),
        },
      ]
    : []
  const recent = recentCommands(open)
  const payments = usePaymentCommands(isId(text) ? '' : text)
  const reports = useReportCommands(isId(text) ? '' : text)
  const all: Limited[] = [
    ...(text === '' ? recent : []),
    ...byId,
    ...people.commands,
    ...payments,
    ...screens,
    ...actions,
    // Their texts contain all kinds of words.
    ...reports,
  ]
  const commands = all.flatMap(({ may: right, ...command }) => (!right || may(right) ? [command] : []))
  return (
    <>
      <CommandPalette
        open={open}
        onOpenChange={(isOpen) => {
          // The next search starts empty.
          setSearch('')
          onOpenChange(isOpen)
        }}
        commands={commands}
        words={{
          title: t`Go to`,
          placeholder: t`Search screens, settings and actions, or find users, payments and reports`,
          nothing: t`No results`,
        }}
        onSearch={setSearch}
      />
      {people.dialog}
    </>
  )
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
