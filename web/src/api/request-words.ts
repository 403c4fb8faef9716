import type { Objection } from '@kindred/contract/moderation/approvals'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

type Request = Pick<Objection, 'kind' | 'role' | 'accountAction'> & {
  target: { name: string } | null
  batch: { action: string; people: number } | null
  decision: { kind: string } | null
}

export function useRequestText() {
  const { t } = useLingui()
  const roleText = useRoleText()
  return ({ kind, target, role, batch, decision, accountAction }: Request): string => {
    if (batch) {
      const count = batch.people
      return batch.action === 'deactivate'
        ? t`Deactivate ${plural(count, { one: '# user', other: '# users' })}`
        : t`Activate ${plural(count, { one: '# user', other: '# users' })}`
    }
    const name = target?.name ?? ''
    if (accountAction)
      return {
        activate: t`Activate ${name}`,
        deactivate: t`Deactivate ${name}`,
        edit: t`Change the details of ${name}`,
        sign_out: t`Sign ${name} out everywhere`,
        lift: t`End a decision about ${name} early`,
      }[accountAction]
    if (kind !== 'decision') return roleText(role, name)
    if (decision?.kind === 'warn') return t`Warn ${name}`
    if (decision?.kind === 'hide') return t`Remove content of ${name}`
    if (decision?.kind === 'limit') return t`Restrict ${name}`
    return decision?.kind === 'suspend' ? t`Suspend ${name}` : t`Ban ${name}`
  }
}

function useRoleText() {
  const { t } = useLingui()
  return (role: Objection['role'], name: string): string => {
    if (role === 'administrator') return t`Make ${name} an administrator`
    if (role === 'moderator') return t`Make ${name} a moderator`
    if (role === 'support') return t`Add ${name} to the support team`
    return role === 'analyst' ? t`Make ${name} an analyst` : t`Remove ${name} from the team`
  }
}
