import { toUser } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { FactsList } from './facts-list.tsx'
import { useFacts } from './use-facts.ts'
import { fullName } from '../dashboard/stats.ts'
import type { AdminUser, UserEdit } from '@kindred/contract/moderation/administration'
import type { Approval } from '@kindred/contract/moderation/approvals'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { usePlaceWords } from '../../api/place-words.ts'
import { CallFailed } from '../../api/failure.ts'
import { backOffice } from '../../api/staff-client.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useGenderText } from '../state-words.ts'
import { useWaitingText } from '../approvals/use-waiting-text.ts'
import { useUsersChanged } from './use-users.ts'
import { useMay } from '../../session/rights.ts'
import { useSession } from '../../session/store.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { Unsaved } from '../../ui/unsaved.tsx'

const nowhere: AdminUser['location'] = { city: null, country: null }
const savedOf = ({ firstName, lastName, email, gender, location, bio }: AdminUser) => ({
  firstName,
  lastName,
  email: email ?? '',
  gender: gender ?? '',
  location,
  bio: bio ?? '',
})

/** Sends only the changed fields, along with the version that was edited. */
function useEdit(user: AdminUser, done: (answer: { approval?: Approval; takesEffectAt?: string }) => void) {
  const changed = useUsersChanged()
  const entered = useFormDraft(`user.${user._id}`, savedOf(user), { ...savedOf(user), location: nowhere })
  const edit: Partial<UserEdit> = entered.changes
  const save = useMutation({
    mutationFn: () => backOffice.editUser({ params: { id: user._id }, body: edit, ifMatch: user.version }),
    onSuccess: async ({ data }) => {
      entered.forget()
      await changed()
      const takesEffectAt = edit.email === undefined ? undefined : data.emailChange?.takesEffectAt
      done({ ...(data.approval && { approval: data.approval }), ...(takesEffectAt && { takesEffectAt }) })
    },
  })
  const problem = (path: string) =>
    save.error instanceof CallFailed ? save.error.problems.find((each) => each.path === path)?.msg : undefined
  return { entered, edit, save, problem }
}

export function EditUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { t } = useLingui()
  const formats = useFormats()
  const waitingText = useWaitingText()
  const { entered, edit, save, problem } = useEdit(user, ({ approval, takesEffectAt }) => {
    const at = takesEffectAt && formats.dayAndTime(takesEffectAt)
    const saved = at
      ? t`Saved. The new email takes effect on ${at}, unless the member objects.`
      : t`Saved. We’ve emailed the member what changed.`
    toast({ text: approval ? waitingText(approval) : saved })
    onClose()
  })
  return (
    <Dialog
      onClose={onClose}
      title={t`Edit User`}
      onCancel={entered.forgetAnd(onClose)}
      go={t`Save`}
      busy={save.isPending}
      disabled={Object.keys(edit).length === 0}
      onGo={() => save.mutate()}
    >
      <Unsaved of={entered} />
      <ErrorNote>{save.isError && errorText(save.error)}</ErrorNote>
      <p className="text-muted">{t`We’ll email the member what changed. The audit log keeps the old values.`}</p>
      <EditFields user={user} {...entered} problem={problem} />
    </Dialog>
  )
}

type Editing = Pick<ReturnType<typeof useEdit>['entered'], 'value' | 'change'> &
  Pick<ReturnType<typeof useEdit>, 'problem'> & { user: AdminUser }

const EmailHint = () => (
  <Trans>
    A new email takes effect after 24 hours. We email the current address now, so the member can object. They then
    confirm the new one and sign in as before.
  </Trans>
)

function EditFields({ user, value, change, problem }: Editing) {
  const { t } = useLingui()
  const own = useSession((session) => session.user?._id)
  // A new address takes over the account, so only administrators can change it, and staff can change only their own.
  const mayReplaceAddress = useMay()('users.role') && (user.staffRole === null || user._id === own)
  const { location } = value
  const { textOf, genderIn } = useGenderText()
  const { country, countryIn } = usePlaceWords()
  return (
    <>
      <TextField
        label={t`First name`}
        value={value.firstName}
        error={problem('firstName')}
        onChange={({ target }) => change({ firstName: target.value })}
      />
      <TextField
        label={t`Last name`}
        value={value.lastName}
        error={problem('lastName')}
        onChange={({ target }) => change({ lastName: target.value })}
      />
      {mayReplaceAddress && (
        <TextField
          label={t`Email`}
          type="email"
          hint={user.isEmailVerified && <EmailHint />}
          value={value.email}
          error={problem('email')}
          onChange={({ target }) => change({ email: target.value })}
        />
      )}
      {/* Staff change their own profile only as members do. */}
      {user._id !== own && (
        <>
          <TextField
            label={t`Gender`}
            value={textOf(value.gender)}
            error={problem('gender')}
            onChange={({ target }) => change({ gender: genderIn(target.value) })}
          />
          <TextField
            label={t`City`}
            value={location.city ?? ''}
            onChange={({ target }) => change({ location: { ...location, city: target.value || null } })}
          />
          <TextField
            label={t`Country`}
            value={location.country ? country(location.country) : ''}
            onChange={({ target }) => change({ location: { ...location, country: countryIn(target.value) || null } })}
          />
          <TextArea
            label={t`Bio`}
            rows={4}
            maxLength={1000}
            value={value.bio}
            error={problem('bio')}
            onChange={({ target }) => change({ bio: target.value })}
          />
        </>
      )}
    </>
  )
}

type ModalProps = { user: AdminUser; onClose: () => void; onEdit: (user: AdminUser) => void }

export function UserModal({ user, onClose, onEdit }: ModalProps) {
  const { t } = useLingui()
  const may = useMay()
  return (
    <Dialog
      onClose={onClose}
      title={fullName(user, t`Unknown`)}
      cancel={t`Close`}
      go={may('users.edit') && t`Edit User`}
      onGo={() => onEdit(user)}
    >
      <Facts user={user} />
      {may('users.read') && <Link {...toUser(user._id)}>{t`Open full profile`}</Link>}
    </Dialog>
  )
}

function Facts({ user }: { user: AdminUser }) {
  const { t } = useLingui()
  return <FactsList facts={[...useFacts(user), [t`Bio`, user.bio]]} />
}
