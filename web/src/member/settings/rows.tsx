import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import {
  Ban,
  Bell,
  BellRing,
  BookUser,
  Download,
  Eye,
  FileCheck,
  Fingerprint,
  Globe,
  KeyRound,
  Link2,
  type LucideIcon,
  Mail,
  MonitorSmartphone,
  Moon,
  ShieldCheck,
  SunMoon,
  Ticket,
  Trash2,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { useSettings } from '../../api/settings.ts'
import { canPush } from '../../api/worker.ts'
import { useSession } from '../../session/store.ts'
import { themeNow } from '../../ui/theme.ts'
import { nameOf, useLanguage } from '../../words/language-select.tsx'
import { BlocksPanel } from './blocks-panel.tsx'
import { ConsentsPanel, ThemePanel } from './consents-panel.tsx'
import { ContactsPanel } from './contacts-panel.tsx'
import { ExportPanel } from './export-panel.tsx'
import { useHourName } from './hour-field.tsx'
import { IdentitiesPanel } from './identities-panel.tsx'
import { InvitePanel } from './invite-panel.tsx'
import { LanguagePanel } from './language-panel.tsx'
import { LeavePanel } from './leave-panel.tsx'
import { NotificationsPanel } from './notifications-panel.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { EmailPanel, PasswordPanel } from './password-panel.tsx'
import { PrivacyPanel } from './privacy-panel.tsx'
import { PushPanel } from './push-panel.tsx'
import { pushedQuery } from './pushed.ts'
import {
  blocksQuery,
  consentsQuery,
  identitiesQuery,
  notificationSettingsQuery,
  passkeysQuery,
  secondFactorQuery,
  sessionsQuery,
} from './queries.ts'
import { QuietModePanel } from './quiet-mode-panel.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

export type SettingsRow = {
  id: string
  name: string
  Icon: LucideIcon
  /** The current value. Undefined while it loads. */
  state?: string | undefined
  needs?: UseQueryResult<unknown>
  Panel: ComponentType
}
export type SettingsGroup = { title: string; rows: SettingsRow[] }

/** The server refuses most settings of restricted members, so they are neither shown nor requested. */
const useIsRestricted = () => useSession(({ user }) => user?.isActive === false)

export function useSettingsGroups(): SettingsGroup[] {
  const { t } = useLingui()
  const isRestricted = useIsRestricted()
  const [signIn, privacy, news, rest] = [useSignInRows(), usePrivacyRows(), useNewsRows(), useOtherRows()]
  const ofRestricted = ['blocks', 'sessions', 'language', 'theme', 'consents', 'export']
  return [
    { title: t`Sign-in and security`, rows: signIn },
    { title: t`Privacy and safety`, rows: privacy },
    { title: t`Notifications`, rows: news },
    { title: t`App and data`, rows: rest },
  ]
    .map(({ title, rows }) => ({ title, rows: rows.filter(({ id }) => !isRestricted || ofRestricted.includes(id)) }))
    .filter(({ rows }) => rows.length > 0)
}

function useStateWords() {
  const { t } = useLingui()
  return {
    none: t({ message: 'None', context: 'count' }),
    set: t({ message: 'Set', context: 'password' }),
    notSet: t({ message: 'Not set', context: 'password' }),
    on: t({ message: 'On', context: 'setting' }),
    off: t({ message: 'Off', context: 'setting' }),
  }
}

function useSignInRows(): SettingsRow[] {
  const { t } = useLingui()
  const words = useStateWords()
  const email = useSession(({ user }) => user?.email)
  const { googleClientId, facebookAppId } = useSettings()
  const may = { enabled: !useIsRestricted() }
  const identities = useQuery({ ...identitiesQuery, ...may })
  const passkeys = useQuery({ ...passkeysQuery, ...may })
  const factor = useQuery({ ...secondFactorQuery, ...may })
  const sessions = useQuery(sessionsQuery)
  const known = passkeys.data?.data.passkeys.length
  const devices = sessions.data?.data.sessions.length
  const linked = identities.data?.data.identities.length
  const isOn = factor.data?.data.enabled
  const hasPassword = identities.data?.data.hasPassword
  const otherWays: SettingsRow = {
    id: 'identities',
    name: t`Other ways to sign in`,
    Icon: Link2,
    state: linked === undefined ? undefined : linked === 0 ? words.none : String(linked),
    needs: identities,
    Panel: IdentitiesPanel,
  }
  return [
    { id: 'email', name: t`Email`, Icon: Mail, state: email ?? '', Panel: EmailPanel },
    {
      id: 'password',
      name: t`Password`,
      Icon: KeyRound,
      state: hasPassword === undefined ? undefined : hasPassword ? words.set : words.notSet,
      needs: identities,
      Panel: PasswordPanel,
    },
    ...(googleClientId || facebookAppId ? [otherWays] : []),
    {
      id: 'passkeys',
      name: t`Passkeys`,
      Icon: Fingerprint,
      state: known === undefined ? undefined : known === 0 ? words.none : String(known),
      needs: passkeys,
      Panel: PasskeysPanel,
    },
    {
      id: 'second-factor',
      name: t`Two-step verification`,
      Icon: ShieldCheck,
      state: isOn === undefined ? undefined : isOn ? words.on : words.off,
      needs: factor,
      Panel: SecondFactorPanel,
    },
    {
      id: 'sessions',
      name: t`Where you’re signed in`,
      Icon: MonitorSmartphone,
      state: devices === undefined ? undefined : t`${plural(devices, { one: '# device', other: '# devices' })}`,
      needs: sessions,
      Panel: SessionsPanel,
    },
  ]
}

function usePrivacyRows(): SettingsRow[] {
  const { t } = useLingui()
  const set = useSession(({ user }) => user?.settings)
  const [blocks, consents] = [useQuery(blocksQuery), useQuery(consentsQuery)]
  const blocked = blocks.data?.data.blocks.length
  const isAgreed = consents.data?.data.consents.some(
    ({ kind, withdrawnAt }) => kind === 'special_category' && withdrawnAt === null,
  )
  return [
    {
      id: 'privacy',
      name: t`Privacy`,
      Icon: Eye,
      state: set?.paused ? t`Snoozed` : set?.incognito ? t`Incognito` : t`Visible`,
      Panel: PrivacyPanel,
    },
    {
      id: 'blocks',
      name: t`Blocked`,
      Icon: Ban,
      state: blocked === undefined ? undefined : blocked === 0 ? t`No one` : String(blocked),
      needs: blocks,
      Panel: BlocksPanel,
    },
    { id: 'contacts', name: t`People you know`, Icon: BookUser, state: '', Panel: ContactsPanel },
    {
      id: 'consents',
      name: t`What you’ve agreed to`,
      Icon: FileCheck,
      state: isAgreed === undefined ? undefined : isAgreed ? t`Complete` : t`Not complete`,
      needs: consents,
      Panel: ConsentsPanel,
    },
  ]
}

function useNewsRows(): SettingsRow[] {
  const { t } = useLingui()
  const nameOfHour = useHourName()
  const set = useQuery({ ...notificationSettingsQuery, enabled: !useIsRestricted() })
  const pushed = useQuery(pushedQuery)
  const hour = useSession(({ user }) => user?.settings.handfulHour)
  const kinds = set.data && Object.values(set.data.data.settings.kinds)
  const onOrOff = (isOn: boolean | undefined) =>
    isOn === undefined
      ? undefined
      : isOn
        ? t({ message: 'On', context: 'setting' })
        : t({ message: 'Off', context: 'setting' })
  return [
    {
      id: 'quiet-mode',
      name: t`Quiet mode`,
      Icon: Moon,
      state: hour === undefined ? onOrOff(false) : nameOfHour(hour),
      Panel: QuietModePanel,
    },
    {
      id: 'notifications',
      name: t`Email notifications`,
      Icon: Bell,
      state: onOrOff(kinds?.some(({ mail }) => mail !== 'off')),
      needs: set,
      Panel: NotificationsPanel,
    },
    ...(canPush() && (!set.isSuccess || set.data.data.pushKey)
      ? [
          {
            id: 'push',
            name: t`Notifications on this device`,
            Icon: BellRing,
            state: onOrOff(pushed.data),
            Panel: PushPanel,
          },
        ]
      : []),
  ]
}

function useOtherRows(): SettingsRow[] {
  const { t } = useLingui()
  const { language } = useLanguage()
  const themes = { system: t`Same as device`, light: t`Light`, dark: t`Dark` }
  const { admission } = useSettings()
  const mayInvite = useSession(({ user }) => user?.isEmailVerified === true && user.admission === undefined)
  const invite: SettingsRow = { id: 'invite', name: t`Invite friends`, Icon: Ticket, state: '', Panel: InvitePanel }
  return [
    ...(admission?.memberCodes && mayInvite ? [invite] : []),
    { id: 'language', name: t`Language`, Icon: Globe, state: nameOf(language), Panel: LanguagePanel },
    { id: 'theme', name: t`Appearance`, Icon: SunMoon, state: themes[themeNow()], Panel: ThemePanel },
    { id: 'export', name: t`Your data`, Icon: Download, state: '', Panel: ExportPanel },
    { id: 'delete', name: t`Delete account`, Icon: Trash2, state: '', Panel: LeavePanel },
  ]
}
