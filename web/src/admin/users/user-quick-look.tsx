import type { AdminUser } from '@kindred/contract/moderation/administration'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { readQuery } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'
import { toUser } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSession } from '../../session/store.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { useIsStable } from '../../ui/use-is-stable.ts'
import { QuickLook } from '../quick-look.tsx'
import { fullName } from '../dashboard/stats.ts'
import { useStateWords } from '../state-words.ts'
import { FactsList } from './facts-list.tsx'
import { useFacts } from './use-facts.ts'
import type { Decision } from './use-users.ts'
import { IfAllowed } from '../if-allowed.tsx'
import { rightToDecideOn, useMay, useMayReadAbout } from '../../session/rights.ts'

type Props = {
  user: AdminUser
  onClose: () => void
  onEdit: (user: AdminUser) => void
  onDecide: (user: AdminUser, to: Decision) => void
}

export default function UserQuickLook({ user, onClose, onEdit, onDecide }: Props) {
  const { t } = useLingui()
  const states = useStateWords()
  const name = fullName(user, t`Unknown`)
  return (
    <QuickLook
      name={name}
      title={
        <div className="flex items-center gap-3">
          <Avatar name={name} src={user.profilePicture} size={48} />
          <div className="min-w-0">
            <h2 className="text-body wrap-anywhere" dir="auto">
              {name}
            </h2>
            {user.state !== 'active' && <Badge tone="warning">{states[user.state]}</Badge>}
          </div>
        </div>
      }
      onClose={onClose}
      actions={<Actions user={user} onEdit={onEdit} onDecide={onDecide} />}
    >
      <FactsList facts={[...useFacts(user), [t`Bio`, user.bio]]} />
      <Stats user={user} />
    </QuickLook>
  )
}

function Actions({ user, onEdit, onDecide }: Omit<Props, 'onClose'>) {
  const { t } = useLingui()
  const own = useSession((session) => session.user?._id)
  const may = useMay()
  const name = fullName(user, t`Unknown`)
  return (
    <>
      <IfAllowed may="users.edit">
        <Button tone="quiet" size="sm" onClick={() => onEdit(user)}>{t`Edit User`}</Button>
      </IfAllowed>
      {user._id === own || !may(rightToDecideOn(user)) ? null : user.isActive ? (
        <Button
          tone="danger"
          size="sm"
          aria-label={t`Deactivate ${name}…`}
          onClick={() => onDecide(user, 'deactivate')}
        >
          {t`Deactivate…`}
        </Button>
      ) : (
        <Button tone="quiet" size="sm" aria-label={t`Activate ${name}…`} onClick={() => onDecide(user, 'activate')}>
          <Trans>Activate…</Trans>
        </Button>
      )}
      <IfAllowed may="users.read">
        <Link {...toUser(user._id)}>{t`Open full profile`}</Link>
      </IfAllowed>
    </>
  )
}

function Stats({ user }: Pick<Props, 'user'>) {
  const id = user._id
  const mayRead = useMayReadAbout()(user)
  const { data } = useQuery({
    ...readQuery(['getUserFigures', id], () => backOffice.getUserFigures({ params: { id } })),
    enabled: useIsStable(id) && mayRead,
    select: ({ data: figures }) => figures,
  })
  const { reportsAbout = 0, reportsBy = 0, blockedBy = 0, matches = 0 } = data ?? {}
  return (
    <p className={`text-small text-ink-2 ${data ? '' : 'invisible'}`}>
      <Trans>
        Reported {reportsAbout}×, filed <Plural value={reportsBy} one="# report" other="# reports" />
      </Trans>
      <br />
      <Trans>
        Blocked by <Plural value={blockedBy} one="# person" other="# people" /> ·{' '}
        <Plural value={matches} one="# match" other="# matches" />
      </Trans>
    </p>
  )
}
