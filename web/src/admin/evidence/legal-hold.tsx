import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readQuery, reload } from '../../api/queries.ts'
import { errorText } from '../../api/error-text.ts'
import { backOffice } from '../../api/staff-client.ts'
import { Button } from '../../ui/button.tsx'
import { lineCardClass } from '../../ui/classes.ts'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Byline } from '../../ui/user-text.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'

/** Preserves all data about a person, even after the account is deleted, until staff lift the hold. */
export default function LegalHold({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  const formats = useFormats()
  const [isConfirming, setConfirming] = useState(false)
  const { data } = useQuery(readQuery(['getLegalHold', id], () => backOffice.getLegalHold({ params: { id } })))
  const change = useChange(id, () => setConfirming(false))
  if (!data) return null
  const { hold } = data.data
  return (
    <section className={hold ? 'card grid gap-3' : lineCardClass} aria-labelledby={`hold-${id}`}>
      <h2 id={`hold-${id}`}>{t`Legal hold`}</h2>
      {hold && (
        <>
          <p>
            <Trans>
              Everything about <bdi>{name}</bdi> is kept, even if they delete their account.
            </Trans>
          </p>
          <p dir="auto">{hold.reason}</p>
          <p className="text-muted text-caption">
            <Byline by={hold.setBy} when={formats.dayAndTime(hold.setAt)} />
          </p>
        </>
      )}
      <Button tone="quiet" size="sm" className="justify-self-start" onClick={() => setConfirming(true)}>
        {hold ? t`Lift legal hold…` : t`Set legal hold…`}
      </Button>
      {isConfirming && (
        <ReasonDialog
          title={hold ? t`Lift legal hold?` : t`Set legal hold?`}
          label={t`Reason`}
          hint={
            hold
              ? t`We record your reason in the audit log.`
              : t`A legal hold keeps everything about ${name}, even if they delete their account. We record your reason in the audit log.`
          }
          go={hold ? t`Lift legal hold` : t`Set legal hold`}
          minLength={3}
          busy={change.isPending}
          onClose={() => setConfirming(false)}
          onGo={(reason) => change.mutate({ reason, isHeld: hold !== null })}
        />
      )}
    </section>
  )
}

function useChange(id: string, onDone: () => void) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ reason, isHeld }: { reason: string; isHeld: boolean }) => {
      const input = { params: { id }, body: { reason } }
      await (isHeld ? backOffice.liftLegalHold(input) : backOffice.setLegalHold(input))
      return isHeld ? t`Legal hold lifted.` : t`Legal hold set.`
    },
    onSuccess: (text) => {
      toast({ text })
      onDone()
    },
    onError: (error) => toast({ text: errorText(error), bad: true }),
    onSettled: () => reload(queryClient, 'getLegalHold', 'listAudit'),
  })
}
