import type { AdminUser } from '@kindred/contract/moderation/administration'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { backOffice } from '../../api/staff-client.ts'
import { useMay } from '../../session/rights.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Tick } from '../../ui/tick.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { fullName } from '../dashboard/stats.ts'
import { useWaitingText } from '../approvals/use-waiting-text.ts'
import { ReasonField } from '../reason-field.tsx'
import { useDecide, type Decision } from './use-users.ts'

export type Deciding = { user: AdminUser; to: Decision }
type Props = { deciding: Deciding; onClose: () => void }

const UNDO_FOR = 60_000

/** Refetches a user after a conflict shows that the user has changed. */
function useLatest(user: AdminUser): AdminUser {
  const { data } = useQuery({
    queryKey: ['listUsers', 'one', user._id],
    queryFn: () => backOffice.getUser({ params: { id: user._id } }),
    initialData: { data: { user } },
    staleTime: Infinity,
  })
  return data.data.user
}

function useDeciding({ deciding: { user: chosen, to }, onClose }: Props) {
  const { t } = useLingui()
  const user = useLatest(chosen)
  const decide = useDecide()
  const undo = useDecide()
  const waitingText = useWaitingText()
  const name = fullName(user, t`Unknown`)
  const out = to === 'deactivate'
  // The dialog has closed by then, so the promise reports the result rather than the mutation's callbacks.
  const undone = { to: out ? ('activate' as const) : ('deactivate' as const) }
  const back = (decided: AdminUser) =>
    void undo.mutateAsync({ user: decided, ...undone }).then(
      () => toast({ text: t`Undone.` }),
      (error: unknown) => toast({ text: errorText(error), bad: true }),
    )
  const go = (reason: string, ends: boolean) =>
    decide.mutate(
      { user, to, reason, ...(out && user.isVIP ? { subscription: ends ? 'cancel' : 'keep' } : {}) },
      {
        onSuccess: ({ data }) => {
          onClose()
          if (data.approval) return toast({ text: waitingText(data.approval) })
          toast({
            text: out ? t`${name} is deactivated.` : t`${name} is active again.`,
            // The end of a subscription can't be undone.
            ...(ends ? {} : { undo: { label: t`Undo`, run: () => back(data.user) }, lasts: UNDO_FOR }),
          })
        },
      },
    )
  return { decide, name, out, go }
}

/** Shows the consequences first, and asks for the reason that the member will read. */
export function DecisionDialog({ deciding, onClose }: Props) {
  const { t } = useLingui()
  const entered = useFormDraft(`${deciding.to}.${deciding.user._id}`, { reason: '', ends: false })
  const { reason, ends } = entered.value
  const { decide, name, out, go } = useDeciding({ deciding, onClose: entered.forgetAnd(onClose) })
  const may = useMay()
  return (
    <Dialog
      onClose={onClose}
      title={out ? t`Deactivate ${name}?` : t`Activate ${name}?`}
      onCancel={entered.forgetAnd(onClose)}
      go={out ? t`Deactivate` : t`Activate`}
      onGo={() => go(reason, ends)}
      tone={out ? 'danger-solid' : 'primary'}
      busy={decide.isPending}
    >
      <Unsaved of={entered} />
      <ErrorNote>{decide.isError && errorText(decide.error)}</ErrorNote>
      <p>
        {out ? (
          <Trans>
            They’ll be hidden and signed out everywhere right away. We’ll email them your reason in 1 minute. You can
            undo this until then.
          </Trans>
        ) : (
          t`They’ll be able to sign in and be seen again. We’ll email them.`
        )}
      </p>
      <ReasonField
        label={out ? t`Reason (visible to the member)` : t`Reason`}
        withRules={out}
        isRequired={out && !may('users.role')}
        value={reason}
        onChange={(text) => entered.change({ reason: text })}
      />
      {out && deciding.user.isVIP && (
        <Tick
          label={t`Also end their subscription now. Otherwise it stays as it is.`}
          checked={ends}
          onChange={({ target }) => entered.change({ ends: target.checked })}
        />
      )}
    </Dialog>
  )
}
