import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reload } from '../../api/queries.ts'
import { errorText } from '../../api/error-text.ts'
import { backOffice } from '../../api/staff-client.ts'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.tsx'

const choices = [1, 3, 6, 12]

/** Months of premium that cost nothing: what runs is extended, else they begin when what was paid for ends. */
export function GiveDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [months, setMonths] = useState(1)
  const [reason, setReason] = useState('')
  const give = useMutation({
    mutationFn: () => backOffice.givePremium({ params: { id: userId }, body: { months, reason: reason.trim() } }),
    onSuccess: async () => {
      toast({ text: t`Done. We’ve emailed the member.` })
      await reload(queryClient, 'getDossier', 'listAudit', 'listSubscriptions', 'listUsers')
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Grant Premium`}
      close={t`Close`}
      footer={
        <DialogEnd
          cancel={t`Cancel`}
          onCancel={onClose}
          go={t`Grant`}
          busy={give.isPending}
          disabled={reason.trim() === ''}
          onGo={() => give.mutate()}
        />
      }
    >
      <ErrorNote>{give.isError && errorText(give.error)}</ErrorNote>
      <p className="text-muted">
        <Trans>Adds free months. The member won’t be charged until they’re used up.</Trans>
      </p>
      <SelectField label={t`Months`} value={months} onChange={({ target }) => setMonths(Number(target.value))}>
        {choices.map((count) => (
          <option key={count}>{count}</option>
        ))}
      </SelectField>
      <TextField
        label={t`Reason (visible to the member)`}
        required
        maxLength={1000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </Dialog>
  )
}
