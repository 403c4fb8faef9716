import type { AdminUser } from '@kindred/contract/moderation/administration'
import type { Approval } from '@kindred/contract/moderation/approvals'
import { staffRoles, type StaffRole } from '@kindred/contract/staff'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWaitingText } from '../approvals/use-waiting-text.ts'
import { fullName } from '../dashboard/stats.ts'
import { useRoleNames } from '../role-names.ts'
import type { UserPage } from './use-user-details.ts'

/** The new role, or 'another' if it is chosen in the dialog. */
export type RoleChange = StaffRole | null | 'another'
type Props = { user: AdminUser; change: RoleChange; page: UserPage; onClose: () => void }

const choices = ['none', ...staffRoles] as const
const roleOf = (choice: (typeof choices)[number]): StaffRole | null => (choice === 'none' ? null : choice)

export default function RoleDialog({ user, change, page, onClose }: Props) {
  const { t } = useLingui()
  const [choice, setChoice] = useState<(typeof choices)[number]>(user.staffRole ?? 'none')
  const role = change === 'another' ? roleOf(choice) : change
  const resultOf = useResult(user, role)
  const name = fullName(user, t`Unknown`)
  const titles = {
    administrator: t`Make ${name} an administrator?`,
    none: t`Remove ${name} as an administrator?`,
    another: t`Change role?`,
  }
  const go = () =>
    page.setRole.mutate(role, {
      onSuccess: ({ data }) => {
        toast({ text: resultOf(data.approval) })
        onClose()
      },
      onError: (error) => toast({ text: errorText(error), bad: true }),
    })
  return (
    <Dialog
      onClose={onClose}
      title={change === 'another' ? titles.another : change ? titles.administrator : titles.none}
      go={t`Confirm`}
      tone={role === null ? 'danger-solid' : 'primary'}
      busy={page.setRole.isPending}
      onGo={go}
    >
      {change === 'another' && <Roles choice={choice} onChoose={setChoice} />}
      <Meaning role={role} />
    </Dialog>
  )
}

function useResult(user: AdminUser, role: StaffRole | null) {
  const { t } = useLingui()
  const name = fullName(user, t`Unknown`)
  const waitingText = useWaitingText()
  return (approval: Approval | undefined): string => {
    if (approval) return waitingText(approval)
    if (role === 'administrator') return t`${name} is now an administrator.`
    return user.isAdmin && role === null ? t`${name} is no longer an administrator.` : t`${name}’s role has changed.`
  }
}

type RolesProps = { choice: (typeof choices)[number]; onChoose: (choice: (typeof choices)[number]) => void }

function Roles({ choice, onChoose }: RolesProps) {
  const { t } = useLingui()
  const names = { none: t`No role`, ...useRoleNames() }
  return (
    <FilterSelect
      label={t`Role`}
      options={choices.map((value) => ({ value, name: names[value] }))}
      value={choice}
      onChange={onChoose}
    />
  )
}

function Meaning({ role }: { role: StaffRole | null }) {
  if (role === 'administrator')
    return (
      <p>
        <Trans>
          They’ll be able to see everyone’s data, take action on accounts and give refunds. They’ll be signed out first.
        </Trans>
      </p>
    )
  if (role === 'moderator')
    return (
      <p>
        <Trans>
          They’ll handle reports, appeals and applications, see evidence, take action on members, and review photos and
          proofs of age. They’ll be signed out first.
        </Trans>
      </p>
    )
  if (role === 'support')
    return (
      <p>
        <Trans>
          They’ll answer reports and appeals, edit members, and see subscriptions and invoices. They’ll be signed out
          first.
        </Trans>
      </p>
    )
  if (role === 'analyst')
    return (
      <p>
        <Trans>
          They’ll see dashboards, transparency data, and the lists of users and subscriptions. They’ll be signed out
          first.
        </Trans>
      </p>
    )
  return (
    <p>
      <Trans>
        They’ll be signed out everywhere and lose access to the back office. You can’t remove the last administrator.
      </Trans>
    </p>
  )
}
