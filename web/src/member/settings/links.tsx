import { useLingui } from '@lingui/react/macro'
import {
  CalendarHeart,
  CircleHelp,
  FileText,
  Gavel,
  LifeBuoy,
  ListChecks,
  Lock,
  type LucideIcon,
  Mail,
  MessageCircleQuestion,
  Scale,
  ShieldCheck,
} from 'lucide-react'
import { useSettings } from '../../api/settings.ts'
import { mailTo, type Path, paths } from '../../paths.ts'

export type LinkRow = { name: string; Icon: LucideIcon } & ({ to: Path } | { href: string })

/** The member's other pages, which come before the settings. */
export function useOwnPages(): LinkRow[] {
  const { t } = useLingui()
  return [
    { name: t`Premium`, Icon: Scale, to: paths.premium },
    { name: t`Your dates`, Icon: CalendarHeart, to: paths.dates },
    { name: t`Questions`, Icon: ListChecks, to: paths.questions },
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
