import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import {
  CalendarHeart,
  CircleHelp,
  FileText,
  IdCard,
  Gavel,
  House,
  LifeBuoy,
  ListChecks,
  Lock,
  type LucideIcon,
  Mail,
  MessageCircleQuestion,
  ShieldCheck,
  Sparkles,
} from 'lucide-react'
import { billing } from '../../api/member-client.ts'
import { readQuery } from '../../api/queries.ts'
import { useIsOn } from '../../api/house.ts'
import { useSettings } from '../../api/settings.ts'
import { useAsksAge } from '../../session/age.ts'
import { mailTo, type Path, paths } from '../../paths.ts'

export type LinkRow = { name: string; Icon: LucideIcon } & ({ to: Path } | { href: string })

/** Where no one can buy Premium, members who have or had it still find their invoices. */
function useHasPremium(): boolean {
  const isOn = useIsOn('premium')
  const had = useQuery({ ...readQuery(['listOwnSubscriptions'], billing.listOwnSubscriptions), enabled: !isOn })
  return isOn || (had.data?.data.subscriptions.length ?? 0) > 0
}

/** The member's other pages, which come before the settings. */
export function useOwnPages(): LinkRow[] {
  const { t } = useLingui()
  const hasPlans = useIsOn('datePlans')
  const hasPremium = useHasPremium()
  const asksAge = useAsksAge()
  return [
    ...(hasPremium ? [{ name: t`Premium`, Icon: Sparkles, to: paths.premium }] : []),
    ...(hasPlans ? [{ name: t`Your dates`, Icon: CalendarHeart, to: paths.dates }] : []),
    { name: t`Questions`, Icon: ListChecks, to: paths.questions },
    ...(asksAge ? [{ name: t`Proof of age`, Icon: IdCard, to: paths.age }] : []),
  ]
}

/** The pages that visitors find in the footer, which come after the settings. */
export function usePublicPages(): { title: string; rows: LinkRow[] }[] {
  const { t } = useLingui()
  const { supportEmail } = useSettings()
  return [
    {
      title: t`Help and safety`,
      rows: [
        { name: t`Home`, Icon: House, to: paths.home },
        { name: t`Support`, Icon: LifeBuoy, to: paths.support },
        { name: t`Safety Tips`, Icon: ShieldCheck, to: paths.safety },
        { name: t`FAQs`, Icon: MessageCircleQuestion, to: paths.faqs },
        { name: t`Help Center`, Icon: CircleHelp, to: paths.help },
        { name: t`Contact Us`, Icon: Mail, href: mailTo(supportEmail) },
      ],
    },
    {
      title: t`Legal`,
      rows: [
        { name: t`Privacy Policy`, Icon: Lock, to: paths.privacy },
        { name: t`Terms`, Icon: FileText, to: paths.terms },
        { name: t`Community rules`, Icon: Gavel, to: paths.rules },
      ],
    },
  ]
}
