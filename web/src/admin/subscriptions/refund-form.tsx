import type { Payment } from '@kindred/contract/billing/staff-billing'
import { fromUnits, stepOf, writtenAmount } from '@kindred/contract/billing/currencies'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { reload } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'
import { usePrice } from '../../api/use-price.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { useDecimals } from '../../ui/decimals.ts'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { ToggleOne } from '../../ui/toggle-group.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'

type Props = { payment: Payment; onClose: () => void }

function useRefund({ payment, onClose: onDone }: Props) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { reason: string; refunded: number; amount?: number }) =>
      backOffice.refundInvoice({ params: { id: payment._id }, body }),
    onSuccess: async () => {
      toast({ text: t`Refunded.` })
      onDone()
      await reload(
        queryClient,
        'getPayment',
        'listSubscriptions',
        'listInvoicesOf',
        'getDossier',
        'listAudit',
        'getTimeline',
      )
    },
    // The refund may have been made, although its response was lost.
    onError: () => reload(queryClient, 'getPayment'),
  })
}

const OTHER = 'other'

/** Refunds all or part of the remaining amount. The usual reasons take one tap. */
export default function RefundForm({ payment, onClose }: Props) {
  const { t } = useLingui()
  const price = usePrice()
  const { currency } = payment
  const left = payment.amount - payment.refunded
  const [opened] = useState(payment.refunded)
  const decimals = useDecimals()
  const untouched = {
    amount: decimals.written(writtenAmount(left, currency)),
    why: '',
    reason: '',
    refunded: null as number | null,
  }
  const entered = useFormDraft(`refund.${payment._id}`, untouched)
  const { amount, why, reason } = entered.value
  // What the staff member saw when they decided. It stays the same if the payment is read again.
  const refunded = entered.value.refunded ?? opened
  const change = (part: Partial<typeof untouched>) => entered.change({ ...part, refunded })
  const refund = useRefund({ payment, onClose: entered.forgetAnd(onClose) })
  const part = fromUnits(decimals.read(amount), currency)
  const isWrong = !(part > 0 && part <= left)
  const most = price(left, currency)
  const sum = price(isWrong ? left : part, currency)
  const least = price(stepOf(currency), currency)
  const reasons: Record<string, string> = {
    asked: t`Asked within 14 days`,
    mistake: t`Charged by mistake`,
    technical: t`Technical problem`,
    [OTHER]: t`Another reason…`,
  }
  const given = why === OTHER ? reason.trim() : (reasons[why] ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    refund.mutate({ reason: given, refunded, ...(part < left ? { amount: part } : {}) })
  }
  return (
    <form className="grid gap-4 rounded-lg border border-line p-4" aria-label={t`Refund`} onSubmit={submit}>
      <Unsaved of={entered} />
      <ErrorNote>{refund.isError && errorText(refund.error)}</ErrorNote>
      <TextField
        label={t`Amount`}
        hint={t`Up to ${most}. A full refund ends the subscription now.`}
        inputMode="decimal"
        value={amount}
        {...(isWrong ? { error: t`Enter an amount between ${least} and ${most}.` } : {})}
        onChange={({ target }) => change({ amount: target.value })}
      />
      <ToggleOne
        legend={t`Reason`}
        all={reasons}
        value={why || null}
        onChange={(value) => change({ why: value ?? '' })}
      />
      {why === OTHER && (
        <TextField
          label={t`What happened?`}
          required
          autoFocus
          maxLength={1000}
          value={reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="danger-solid" busy={refund.isPending} disabled={isWrong || given === ''}>
          {t`Refund ${sum}`}
        </Button>
        <Button tone="quiet" onClick={entered.forgetAnd(onClose)}>{t`Cancel`}</Button>
      </div>
    </form>
  )
}
