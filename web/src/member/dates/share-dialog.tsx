import type { DatePlan } from '@kindred/contract/chat/plans'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dates } from '../../api/dates-client.ts'
import { reload } from '../../api/queries.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAction } from '../use-action.ts'
import { fromFieldTime, toFieldTime } from './use-moment.ts'

type Props = { plan: DatePlan; name: string; onClose: () => void }

const THREE_HOURS = 3 * 3_600_000

/** The default time to check on someone: three hours after the date begins. */
function useCheckTime({ _id, startsAt }: DatePlan) {
  const [time] = useState(() =>
    toFieldTime(new Date(Math.max(Date.now(), new Date(startsAt ?? 0).getTime()) + THREE_HOURS)),
  )
  return useFormDraft(`share.${_id}`, { time })
}

/** Creates the link, which is shown only once. */
export default function ShareDialog({ plan, name, onClose }: Props) {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const entered = useCheckTime(plan)
  const { time } = entered.value
  const [link, setLink] = useState<string>()
  const make = () =>
    void action.run(async () => {
      const params = { id: plan.matchId, planId: plan._id }
      const { data } = await dates.sharePlan({ params, body: { checkAt: fromFieldTime(time) ?? null } })
      entered.forget()
      setLink(`${location.origin}/shared-date#token=${data.token}`)
      await reload(queryClient, 'getDatePlan', 'listPlanShares')
    })
  const problem = action.problems['checkAt']
  return (
    <Dialog
      onClose={onClose}
      title={t`Share your date with a friend`}
      onCancel={entered.forgetAnd(onClose)}
      go={!link && t`Create link`}
      busy={action.busy}
      onGo={make}
    >
      {!problem && <ErrorNote>{action.text}</ErrorNote>}
      {link ? (
        <ReadyLink link={link} onClose={onClose} />
      ) : (
        <>
          <p>
            <Trans>
              Anyone with the link sees both first names, the place and the times until a day after your date with{' '}
              {name}, and whether you’re home. They don’t need an account.
            </Trans>
          </p>
          <TextField
            type="datetime-local"
            label={t`Check on me at`}
            optional={t`(optional)`}
            data-first
            value={time}
            error={problem}
            onChange={({ target }) => entered.change({ time: target.value })}
          />
        </>
      )}
    </Dialog>
  )
}

function ReadyLink({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useLingui()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toast({ text: t`Link copied` })
      onClose()
    } catch {
      toast({ text: t`We couldn’t copy the link. Select it and copy it yourself.`, bad: true })
    }
  }
  // Closing the system's share sheet rejects the promise, which isn't an error.
  const share = () => void navigator.share({ url: link }).then(onClose, () => {})
  return (
    <>
      <TextField
        label={t`Link for your friend`}
        hint={t`You’ll only see this link once. If you create a new one, this one stops working.`}
        dir="ltr"
        readOnly
        value={link}
        onFocus={({ target }) => target.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>{t`Copy link`}</Button>
        {'share' in navigator && <Button tone="quiet" onClick={share}>{t`Send`}</Button>}
      </div>
    </>
  )
}
