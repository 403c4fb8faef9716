import { useLingui } from '@lingui/react/macro'
import {
  Bell,
  CalendarHeart,
  CircleHelp,
  FileText,
  Gavel,
  Globe,
  LifeBuoy,
  ListChecks,
  Lock,
  LogOut,
  Mail,
  MessageCircleQuestion,
  Scale,
  Search,
  Settings,
  ShieldCheck,
} from 'lucide-react'
import { useSettings } from '../../api/settings.ts'
import { mailTo, paths, type Path } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { logout } from '../../session/actions.ts'
import { Menu, type Trigger } from '../../ui/menu.tsx'

/** The footer links of the public pages: help, rules and contact. */
export function MoreMenu({ trigger }: { trigger: Trigger }) {
  const { t } = useLingui()
  const { supportEmail } = useSettings()
  const goes = (to: Path, hash?: string) => () => void navigate({ to, ...(hash && { hash }) })
  return (
    <Menu
      trigger={trigger}
      label={t`More`}
      groups={[
        {
          title: t`Account`,
          items: [
            {
              label: t({ message: 'Search', context: 'noun' }),
              icon: <Search size={18} />,
              onSelect: goes(paths.search),
            },
            { label: t`Notifications`, icon: <Bell size={18} />, onSelect: goes(paths.notifications) },
            { label: t`Your dates`, icon: <CalendarHeart size={18} />, onSelect: goes(paths.dates) },
            { label: t`Questions`, icon: <ListChecks size={18} />, onSelect: goes(paths.questions) },
            { label: t`Premium`, icon: <Scale size={18} />, onSelect: goes(paths.premium) },
            { label: t`Settings`, icon: <Settings size={18} />, onSelect: goes(paths.settings) },
            { label: t`Language`, icon: <Globe size={18} />, onSelect: goes(paths.settings, 'language') },
            { label: t`Logout`, icon: <LogOut size={18} />, onSelect: () => logout() },
          ],
        },
        {
          title: t`Help`,
          items: [
            { label: t`Support`, icon: <LifeBuoy size={18} />, onSelect: goes(paths.support) },
            { label: t`FAQs`, icon: <MessageCircleQuestion size={18} />, onSelect: goes(paths.faqs) },
            { label: t`Help Center`, icon: <CircleHelp size={18} />, onSelect: goes(paths.help) },
            { label: t`Safety Tips`, icon: <ShieldCheck size={18} />, onSelect: goes(paths.safety) },
            { label: t`Contact Us`, icon: <Mail size={18} />, onSelect: () => location.assign(mailTo(supportEmail)) },
          ],
        },
        {
          title: t`Legal`,
          items: [
            { label: t`Privacy Policy`, icon: <Lock size={18} />, onSelect: goes(paths.privacy) },
            { label: t`Terms`, icon: <FileText size={18} />, onSelect: goes(paths.terms) },
            { label: t`Community rules`, icon: <Gavel size={18} />, onSelect: goes(paths.rules) },
          ],
        },
      ]}
    />
  )
}
