import type { AdminUser, UserEdit } from '@kindred/contract/moderation/administration'
import type { Approval } from '@kindred/contract/moderation/approvals'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { backOffice } from '../../api/staff-client.ts'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWaitingText } from '../approvals/use-waiting-text.ts'
import { useUsersChanged } from './use-users.ts'
import { useMay } from '../../session/rights.ts'
import { useSession } from '../../session/store.ts'
import { useFormats } from '../../ui/use-formats.ts'

/** What is sent is what was changed, with the version that was seen. */
function useEdit(user: AdminUser, done: (answer: { approval?: Approval; takesEffectAt?: string }) => void) {
  const changed = useUsersChanged()
  const [edit, setEdit] = useState<Partial<UserEdit>>({})
  const save = useMutation({
    mutationFn: () => backOffice.editUser({ params: { id: user._id }, body: edit, ifMatch: user.version }),
    onSuccess: async ({ data }) => {
      await changed()
      const takesEffectAt = edit.email === undefined ? undefined : data.emailChange?.takesEffectAt
      done({ ...(data.approval && { approval: data.approval }), ...(takesEffectAt && { takesEffectAt }) })
    },
  })
  const problem = (path: string) =>
    save.error instanceof CallFailed ? save.error.problems.find((each) => each.path === path)?.msg : undefined
  return { edit, save, problem, say: (change: Partial<UserEdit>) => setEdit((before) => ({ ...before, ...change })) }
}

export function EditUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { t } = useLingui()
  const formats = useFormats()
  const waitingText = useWaitingText()
  const { edit, save, problem, say } = useEdit(user, ({ approval, takesEffectAt }) => {
    const at = takesEffectAt && formats.dayAndTime(takesEffectAt)
    const saved = at
      ? t`Saved. The new email takes effect on ${at}, unless the member objects.`
      : t`Saved. We’ve emailed the member what changed.`
    toast({ text: approval ? waitingText(approval) : saved })
    onClose()
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Edit User`}
      close={t`Close`}
      footer={
        <DialogEnd
          cancel={t`Cancel`}
          onCancel={onClose}
          go={t`Save`}
          busy={save.isPending}
          disabled={Object.keys(edit).length === 0}
          onGo={() => save.mutate()}
        />
      }
    >
      <ErrorNote>{save.isError && errorText(save.error)}</ErrorNote>
      <p className="text-muted">
        <Trans>We’ll email the member what changed. The audit log keeps the old values.</Trans>
      </p>
      <EditFields user={user} edit={edit} problem={problem} say={say} />
    </Dialog>
  )
}

type Editing = Pick<ReturnType<typeof useEdit>, 'edit' | 'problem' | 'say'> & { user: AdminUser }

const EmailHint = () => (
  <Trans>
    A new email takes effect after 24 hours. We email the current address now, so the member can object. They then
    confirm the new one and sign in as before.
  </Trans>
)

function EditFields({ user, edit, problem, say }: Editing) {
  const { t } = useLingui()
  const own = useSession((session) => session.user?._id)
  // A new address takes over the account, so only administrators change it, and only its owner if they are on the team.
  const mayReplaceAddress = useMay()('users.role') && (user.staffRole === null || user._id === own)
  const location = edit.location ?? user.location
  return (
    <>
      <TextField
        label={t`First name`}
        value={edit.firstName ?? user.firstName}
        error={problem('firstName')}
        onChange={({ target }) => say({ firstName: target.value })}
      />
      <TextField
        label={t`Last name`}
        value={edit.lastName ?? user.lastName}
        error={problem('lastName')}
        onChange={({ target }) => say({ lastName: target.value })}
      />
      {mayReplaceAddress && (
        <TextField
          label={t`Email`}
          type="email"
          hint={user.isEmailVerified && <EmailHint />}
          value={edit.email ?? user.email ?? ''}
          error={problem('email')}
          onChange={({ target }) => say({ email: target.value })}
        />
      )}
      <TextField
        label={t`Gender`}
        value={edit.gender ?? user.gender ?? ''}
        error={problem('gender')}
        onChange={({ target }) => say({ gender: target.value })}
      />
      <TextField
        label={t`City`}
        value={location.city ?? ''}
        onChange={({ target }) => say({ location: { ...location, city: target.value || null } })}
      />
      <TextField
        label={t`Country`}
        value={location.country ?? ''}
        onChange={({ target }) => say({ location: { ...location, country: target.value || null } })}
      />
      <TextArea
        label={t`Bio`}
        rows={4}
        maxLength={1000}
        value={edit.bio ?? user.bio ?? ''}
        error={problem('bio')}
        onChange={({ target }) => say({ bio: target.value })}
      />
    </>
  )
}
