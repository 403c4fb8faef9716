import type { Approval } from '@kindred/contract/moderation/approvals'
import type { UserDetails } from '@kindred/contract/moderation/user-details'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Deciding } from '../users/decision-dialog.tsx'
import { DecideButton } from '../decisions/decide-button.tsx'
import { LazyDecisionDialog, LazyEditUserDialog } from '../users/lazy-dialogs.tsx'
import type { UserPage } from './use-user-details.ts'

type Props = { data: UserDetails; page: UserPage }

export function UserActions({ data: { user, pictures }, page }: Props) {
  const own = useSession((session) => session.user?._id)
  const [editing, setEditing] = useState(false)
  const [deciding, setDeciding] = useState<Deciding['to']>()
  const [promoting, setPromoting] = useState(false)
  return (
    <div className="flex flex-wrap gap-2">
      <Button tone="quiet" onClick={() => setEditing(true)}>
        <Trans>Edit User</Trans>
      </Button>
      {user._id !== own && (
        <>
          <DecideButton user={user} pictures={pictures.map(({ publicId }) => publicId)} />
          {user.isActive ? (
            <Button tone="danger" onClick={() => setDeciding('deactivate')}>
              <Trans>Deactivate …</Trans>
            </Button>
          ) : (
            <Button tone="quiet" onClick={() => setDeciding('activate')}>
              <Trans>Activate …</Trans>
            </Button>
          )}
          <Button tone="quiet" onClick={() => setPromoting(true)}>
            {user.isAdmin ? <Trans>Remove as administrator …</Trans> : <Trans>Make an administrator …</Trans>}
          </Button>
        </>
      )}
      {editing && <LazyEditUserDialog user={user} onClose={() => setEditing(false)} />}
      {deciding && <LazyDecisionDialog deciding={{ user, to: deciding }} onClose={() => setDeciding(undefined)} />}
      {promoting && <RoleDialog isAdmin={user.isAdmin} page={page} onClose={() => setPromoting(false)} />}
    </div>
  )
}

function RoleDialog({ isAdmin, page, onClose }: { isAdmin: boolean; page: UserPage; onClose: () => void }) {
  const { t } = useLingui()
  const resultOf = (approval: Approval | undefined): string => {
    if (!approval) return isAdmin ? t`They are no longer an administrator.` : t`They are now an administrator.`
    return approval.takesEffectAt
      ? t`Nobody else can approve this, so it takes effect after 24 hours.`
      : t`Another administrator has to approve this first.`
  }
  const go = () =>
    page.setRole.mutate(!isAdmin, {
      onSuccess: ({ data }) => {
        toast({ text: resultOf(data.approval) })
        onClose()
      },
      onError: (error) => toast({ text: errorText(error), bad: true }),
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isAdmin ? t`Remove as administrator?` : t`Make an administrator?`}
      close={t`Close`}
      footer={
        <DialogEnd
          cancel={t`Cancel`}
          onCancel={onClose}
          go={t`Confirm`}
          tone={isAdmin ? 'danger-solid' : 'primary'}
          busy={page.setRole.isPending}
          onGo={go}
        />
      }
    >
      <p>
        {isAdmin ? (
          <Trans>
            They’ll be signed out everywhere and lose access to the back office. You can’t remove the last
            administrator.
          </Trans>
        ) : (
          <Trans>
            They’ll be able to see everyone’s data, take action on accounts and give refunds. They’ll be signed out
            first.
          </Trans>
        )}
      </p>
    </Dialog>
  )
}
