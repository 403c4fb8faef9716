import { fromUnits, stepOf, writtenAmount } from '@kindred/contract/billing/currencies'
import type { Invoice } from '@kindred/contract/billing/subscriptions'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reload } from '../../api/queries.ts'
import { errorText } from '../../api/error-text.ts'
import { backOffice } from '../../api/staff-client.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { usePrice } from '../../api/use-price.ts'

type Props = { invoice: Invoice; userId: string; onClose: () => void }

function useRefund({ invoice, userId, onClose: onDone }: Props) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { reason: string; amount?: number }) =>
      backOffice.refundInvoice({ params: { id: invoice._id }, body }),
    onSuccess: async () => {
      toast({ text: t`Refunded.` })
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['listInvoicesOf', userId] }),
        queryClient.invalidateQueries({ queryKey: ['getDossier', userId] }),
        reload(queryClient, 'listAudit'),
      ])
      onDone()
    },
  })
}

/** Refunds all or part of the remaining amount. A full refund ends the subscription. */
export function RefundDialog(props: Props) {
  const { invoice, onClose } = props
  const { t } = useLingui()
  const price = usePrice()
  const { currency } = invoice
  const left = invoice.amount - invoice.refunded
  const entered = useFormDraft(`refund.${invoice._id}`, { amount: writtenAmount(left, currency), reason: '' })
  const { amount, reason } = entered.value
  const refund = useRefund({ ...props, onClose: entered.forgetAnd(onClose) })
  const part = fromUnits(Number(amount.replace(',', '.')), currency)
  const wrong = !(part > 0 && part <= left)
  const most = price(left, currency)
  const least = price(stepOf(currency), currency)
  return (
    <Dialog
      onClose={onClose}
      title={t`Refund this payment?`}
      cancel={false}
      go={t`Refund`}
      tone="danger-solid"
      busy={refund.isPending}
      disabled={wrong || !reason.trim()}
      onGo={() => refund.mutate({ reason: reason.trim(), ...(part < left ? { amount: part } : {}) })}
    >
      <Unsaved of={entered} />
      <ErrorNote>{refund.isError && errorText(refund.error)}</ErrorNote>
      <TextField
        label={t`Amount`}
        hint={t`Up to ${most}. A full refund ends the subscription now.`}
        inputMode="decimal"
        value={amount}
        {...(wrong ? { error: t`Enter an amount between ${least} and ${most}.` } : {})}
        onChange={({ target }) => entered.change({ amount: target.value })}
      />
      <TextField
        label={t`Reason`}
        required
        maxLength={1000}
        value={reason}
        onChange={({ target }) => entered.change({ reason: target.value })}
      />
    </Dialog>
  )
}
