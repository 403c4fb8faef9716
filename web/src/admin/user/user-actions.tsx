import type { Dossier } from '@kindred/contract/dossiers'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { DecisionDialog, type Deciding } from '../users/decision-dialog.tsx'
import { EditUserDialog } from '../users/edit-user-dialog.tsx'
import type { DossierPage } from './use-dossier.ts'

type Props = { data: Dossier; page: DossierPage }

export function UserActions({ data: { user }, page }: Props) {
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
            {user.isAdmin ? <Trans>No longer an administrator …</Trans> : <Trans>Make an administrator …</Trans>}
          </Button>
        </>
      )}
      {editing && <EditUserDialog user={user} onClose={() => setEditing(false)} />}
      {deciding && <DecisionDialog deciding={{ user, to: deciding }} onClose={() => setDeciding(undefined)} />}
      {promoting && <RoleDialog isAdmin={user.isAdmin} page={page} onClose={() => setPromoting(false)} />}
    </div>
  )
}

function RoleDialog({ isAdmin, page, onClose }: { isAdmin: boolean; page: DossierPage; onClose: () => void }) {
  const { t } = useLingui()
  const go = () =>
    page.setRole.mutate(!isAdmin, {
      onSuccess: () => {
        toast({ text: isAdmin ? t`No longer an administrator.` : t`An administrator from now on.` })
        onClose()
      },
      onError: (error) => toast({ text: errorText(error), bad: true }),
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isAdmin ? t`No longer an administrator?` : t`Make an administrator?`}
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
            They see everybody’s data, decide about accounts and give money back. They are signed out first.
          </Trans>
        )}
      </p>
    </Dialog>
  )
}
