import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reload } from '../../api/queries.ts'
import { errorText } from '../../api/error-text.ts'
import { backOffice } from '../../api/staff-client.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'

const choices = [1, 3, 6, 12]

/** Gives free months of Premium. They extend a running gift, or start when the paid time ends. */
export function GiveDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const entered = useFormDraft(`give.${userId}`, { months: 1, reason: '' })
  const { months, reason } = entered.value
  const give = useMutation({
    mutationFn: () => backOffice.givePremium({ params: { id: userId }, body: { months, reason: reason.trim() } }),
    onSuccess: async () => {
      entered.forget()
      toast({ text: t`Done. We’ve emailed the member.` })
      await reload(queryClient, 'getDossier', 'listAudit', 'getTimeline', 'listSubscriptions', 'listUsers')
      onClose()
    },
  })
  return (
    <Dialog
      onClose={onClose}
      title={t`Grant Premium`}
      onCancel={entered.forgetAnd(onClose)}
      go={t`Grant`}
      busy={give.isPending}
      disabled={reason.trim() === ''}
      onGo={() => give.mutate()}
    >
      <Unsaved of={entered} />
      <ErrorNote>{give.isError && errorText(give.error)}</ErrorNote>
      <p className="text-muted">{t`Adds free months. The member won’t be charged until they’re used up.`}</p>
      <SelectField
        label={t`Months`}
        value={months}
        onChange={({ target }) => entered.change({ months: Number(target.value) })}
      >
        {choices.map((count) => (
          <option key={count}>{count}</option>
        ))}
      </SelectField>
      <TextField
        label={t`Reason (visible to the member)`}
        required
        maxLength={1000}
        value={reason}
        onChange={({ target }) => entered.change({ reason: target.value })}
      />
    </Dialog>
  )
}
