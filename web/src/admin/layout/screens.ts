import type { WorkQueue } from '@kindred/contract/moderation/work-queue'
import type { StaffRight } from '@kindred/contract/staff'
import { useLingui } from '@lingui/react/macro'
import {
  Activity,
  ChartColumn,
  Copy,
  CreditCard,
  Eye,
  Flag,
  FileCheck,
  Images,
  Link2,
  ListOrdered,
  type LucideIcon,
  Megaphone,
  Scale,
  ScrollText,
  SlidersHorizontal,
  UserRoundCheck,
  UserRoundPlus,
  Ticket,
  Users,
  Wrench,
} from 'lucide-react'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import type { Link } from '../../router/link.tsx'
import { useMay } from '../../session/rights.ts'

export type To = Pick<Parameters<typeof Link>[0], 'to' | 'search'>
export type Entry = {
  name: string
  /** Another name by which the palette finds the screen. */
  also?: string
  Icon: LucideIcon
  may: StaffRight
  link: To
  count?: number | undefined
  /** True if the count is of work that is late. */
  isLate?: boolean
}
export type Counts = WorkQueue | undefined

/** The screens that this viewer may open, in the order of the sidebar. */
export function useGroups(counts: Counts): [name: string, entries: Entry[]][] {
  const { t } = useLingui()
  const may = useMay()
  const { admission } = useSettings()
  const photos = (view: string): To => ({ to: paths.photos, search: { view } })
  const groups: [name: string, entries: Entry[]][] = [
    [
      t({ message: 'Work', context: 'navigation' }),
      [
        {
          name: t`Reports`,
          Icon: Flag,
          may: 'reports.read',
          link: { to: paths.reports },
          count: counts?.overdueReports,
          isLate: true,
        },
        {
          name: t`Photos`,
          also: t`Photos to review`,
          Icon: Images,
          may: 'photos',
          link: { to: paths.photos },
          count: counts?.photos,
        },
        {
          name: t`Duplicate photos`,
          Icon: Copy,
          may: 'photos',
          link: photos('same'),
          count: counts?.samePictures,
        },
        { name: t`Appeals`, Icon: Scale, may: 'appeals', link: { to: paths.appeals }, count: counts?.appeals },
        ...(admission?.application
          ? [
              {
                name: t`Applications`,
                Icon: UserRoundPlus,
                may: 'admission' as const,
                link: { to: paths.applications },
                count: counts?.applications,
              },
            ]
          : []),
        ...(counts?.ageChecks === undefined
          ? []
          : [
              {
                name: t`Proofs of age`,
                Icon: FileCheck,
                may: 'photos' as const,
                link: { to: paths.ageChecks },
                count: counts.ageChecks,
              },
            ]),
        {
          name: t`Blind reviews`,
          Icon: Eye,
          may: 'decide',
          link: { to: paths.blindReviews },
          count: counts?.secondLooks,
        },
        {
          name: t`Approvals`,
          Icon: UserRoundCheck,
          may: 'approve',
          link: { to: paths.approvals },
          count: counts?.approvals,
        },
        {
          name: t`Linked accounts`,
          Icon: Link2,
          may: 'decide',
          link: photos('links'),
          count: counts?.accountLinks,
        },
      ],
    ],
    [
      t`People and money`,
      [
        { name: t`Users`, Icon: Users, may: 'users.list', link: { to: paths.users } },
        ...(admission
          ? [{ name: t`Invitations`, Icon: Ticket, may: 'admission' as const, link: { to: paths.invitations } }]
          : []),
        {
          name: t`Subscriptions`,
          also: t`Refund`,
          Icon: CreditCard,
          may: 'subscriptions.list',
          link: { to: paths.subscriptions },
          count: may('payments') ? counts?.latePayments : undefined,
          isLate: true,
        },
      ],
    ],
    [
      t`Insight`,
      [
        { name: t`Dashboard`, Icon: ChartColumn, may: 'dashboard', link: { to: paths.dashboard } },
        {
          name: t`Ranking`,
          also: t`Discover`,
          Icon: ListOrdered,
          may: 'system',
          link: { to: paths.order },
        },
        { name: t`Transparency`, Icon: Megaphone, may: 'transparency', link: { to: paths.transparency } },
      ],
    ],
    [
      t`System`,
      [
        {
          name: t`Configuration`,
          Icon: SlidersHorizontal,
          may: 'configuration',
          link: { to: paths.configuration },
        },
        { name: t`Audit log`, Icon: ScrollText, may: 'audit', link: { to: paths.audit } },
        {
          name: t`Failed jobs`,
          Icon: Wrench,
          may: 'system',
          link: { to: paths.failedJobs },
          count: counts?.failedJobs,
          isLate: true,
        },
        { name: t`System status`, Icon: Activity, may: 'system', link: { to: paths.system } },
      ],
    ],
  ]
  return groups
    .map(([name, entries]): [string, Entry[]] => [name, entries.filter((entry) => may(entry.may))])
    .filter(([, entries]) => entries.length > 0)
}
