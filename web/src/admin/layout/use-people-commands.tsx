import type { AdminUser } from '@kindred/contract/moderation/administration'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Ban, CircleCheck, ScrollText, User } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { backOffice } from '../../api/staff-client.ts'
import { paths, toUser } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useSession } from '../../session/store.ts'
import type { Command } from '../../ui/command-palette.tsx'
import { fullName } from '../dashboard/figures.ts'
import type { Deciding } from '../users/decision-dialog.tsx'
import { LazyDecisionDialog } from '../users/lazy-dialogs.tsx'
import { toDecideOn, useMay } from '../../session/rights.ts'

const FEW = '6'
/** Of so many who are found, what can be done about them is offered, too. */
const ACTED_ON = 3

/** People by name, address or id, what can be done about them, and the dialog that asks before it is done. */
export function usePeopleCommands(text: string): { commands: Command[]; dialog: ReactNode } {
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
    icon: <User size={18} aria-hidden="true" />,
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
      icon: <Icon size={18} aria-hidden="true" />,
      run: () => setDeciding({ user, to }),
    }
  }
  const history = (user: AdminUser): Command => {
    const name = fullName(user, t`Unknown`)
    return {
      id: `${user._id}-audit`,
      name: t`Audit log about ${name}`,
      words: wordsOf(user),
      icon: <ScrollText size={18} aria-hidden="true" />,
      run: () => void navigate({ to: paths.audit, search: { about: user._id } }),
    }
  }
  const acted = users.slice(0, ACTED_ON)
  const decided = acted.filter((user) => user._id !== own && may(toDecideOn(user)))
  const opened = may('users.read') ? users : []
  const traced = may('audit') ? acted : []
  return {
    commands: [...opened.map(open), ...decided.map(decide), ...traced.map(history)],
    dialog: deciding && <LazyDecisionDialog deciding={deciding} onClose={() => setDeciding(undefined)} />,
  }
}

/** "deactivate ana" looks for Ana. */
function withoutVerb(text: string, verbs: readonly string[]): string {
  const [first = '', ...rest] = text.split(/\s+/)
  const isVerb = verbs.some((verb) => verb.toLocaleLowerCase() === first.toLocaleLowerCase())
  return isVerb && rest.length > 0 ? rest.join(' ') : text
}
