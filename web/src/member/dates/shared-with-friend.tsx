import type { PlanShare } from '@kindred/contract/chat/plans'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { House } from 'lucide-react'
import { dates } from '../../api/dates-client.ts'
import { reload } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Note } from '../../ui/pieces.tsx'
import { useAction } from '../use-action.ts'
import { useMoment } from './use-moment.ts'

/** A date shared with a friend. One large button confirms that all is well. */
export function SharedWithFriend({ share }: { share: PlanShare }) {
  const { t } = useLingui()
  const moment = useMoment()
  const action = useAction()
  const queryClient = useQueryClient()
  const params = { id: share._id }
  const run = (call: () => Promise<unknown>) =>
    void action.run(async () => {
      await call()
      await reload(queryClient, 'getDatePlan', 'listPlanShares')
    })
  return (
    <div className="grid gap-2">
      <ErrorNote>{action.text}</ErrorNote>
      {share.homeAt ? (
        <Note tone="positive" live>{t`You’re marked as home. Your friend can see that.`}</Note>
      ) : (
        <>
          <p className="text-small text-muted">
            {share.checkAt
              ? t`Your friend can see this date and will check on you at ${moment(share.checkAt)}.`
              : t`Your friend can see this date until ${moment(share.expiresAt)}.`}
          </p>
          <Button size="lg" className="w-full" busy={action.busy} onClick={() => run(() => dates.comeHome({ params }))}>
            <House size={22} />
            {t`I’m home`}
          </Button>
        </>
      )}
      <Button
        tone="ghost"
        size="sm"
        className="justify-self-start"
        onClick={() => run(() => dates.stopSharingPlan({ params }))}
      >
        {t`Stop sharing`}
      </Button>
    </div>
  )
}
