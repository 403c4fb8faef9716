import type { DatePlan } from '@kindred/contract/chat/plans'
import type { Match } from '@kindred/contract/matching/matches'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { CalendarDays, Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { dates } from '../../api/dates-client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useNow } from '../../ui/use-now.ts'
import { useAction } from '../use-action.ts'
import { calendarFile } from './calendar-file.ts'
import { SharedWithFriend } from './shared-with-friend.tsx'

const ShareDialog = lazy(() => import('./share-dialog.tsx'))

type Props = { plan: DatePlan; match: Match }

export function AcceptedDate({ plan, match }: Props) {
  const { t } = useLingui()
  const now = useNow()
  const [open, setOpen] = useState<'share' | 'cancel'>()
  const name = match.user.firstName
  const { startsAt, place, share } = plan
  const hasStarted = startsAt !== null && new Date(startsAt).getTime() <= now
  const toCalendar = () => {
    if (!startsAt) return
    const entry = { id: plan._id, title: t`Date with ${name}`, place: place ?? '', startsAt }
    saveFile(new Blob([calendarFile(entry, new Date())], { type: 'text/calendar' }), 'date.ics')
  }
  return (
    <>
      <p className="wrap-anywhere" dir="auto">
        {place}
      </p>
      {share && <SharedWithFriend share={share} />}
      <div className="flex flex-wrap gap-2">
        <Button tone={share ? 'quiet' : 'primary'} onClick={() => setOpen('share')}>
          <Share2 size={18} />
          {share ? t`Create a new link` : t`Share with a friend`}
        </Button>
        {!hasStarted && (
          <>
            <Button tone="quiet" onClick={toCalendar}>
              <CalendarDays size={18} />
              {t`Add to calendar`}
            </Button>
            <Button tone="danger" onClick={() => setOpen('cancel')}>{t`Cancel date`}</Button>
          </>
        )}
      </div>
      <CancelDialog plan={plan} match={match} open={open === 'cancel'} onClose={() => setOpen(undefined)} />
      {open === 'share' && (
        <Suspense>
          <ShareDialog plan={plan} name={name} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function CancelDialog({ plan, match, open, onClose }: Props & { open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const name = match.user.firstName
  const cancel = () =>
    void action.run(async () => {
      const answer = await dates.endPlan({ params: { id: match._id, planId: plan._id } })
      queryClient.setQueryData(['getDatePlan', match._id], answer)
    })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Cancel your date with ${name}?`}
      cancel={t`Keep date`}
      go={t`Cancel date`}
      tone="danger-solid"
      busy={action.busy}
      onGo={cancel}
    >
      <ErrorNote>{action.text}</ErrorNote>
      <p>{t`We’ll tell ${name}. Your conversation stays open.`}</p>
    </Dialog>
  )
}
