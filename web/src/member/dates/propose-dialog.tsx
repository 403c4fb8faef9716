import type { Match } from '@kindred/contract/matching/matches'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { dates } from '../../api/dates-client.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Unsaved } from '../../ui/unsaved.tsx'
import { useAction } from '../use-action.ts'
import { fromFieldTime, toFieldTime } from './use-moment.ts'

const MAX_SLOTS = 3
const EVENING = 19

/** An evening the given number of days from now, because most first dates are in the evening. */
function evening(days: number): string {
  const at = new Date()
  at.setDate(at.getDate() + days)
  at.setHours(EVENING, 0, 0, 0)
  return toFieldTime(at)
}

function useSuggestion(match: Match, onDone: () => void) {
  const action = useAction()
  const queryClient = useQueryClient()
  const entered = useFormDraft(`date.${match._id}`, { times: [evening(1)], place: '' })
  const { times, place } = entered.value
  const slots = times.flatMap((each) => fromFieldTime(each) ?? [])
  const isComplete = place.trim() !== '' && slots.length === times.length
  const send = async () => {
    if (!isComplete) return
    const done = await action.run(async () => {
      const answer = await dates.proposePlan({ params: { id: match._id }, body: { slots, place } })
      queryClient.setQueryData(['getDatePlan', match._id], answer)
    })
    if (!done) return
    entered.forget()
    onDone()
  }
  return {
    ...action,
    entered,
    times,
    setTime: (at: number, value: string) =>
      entered.change({ times: times.map((each, which) => (which === at ? value : each)) }),
    addTime: () => entered.change({ times: [...times, evening(times.length + 1)] }),
    place,
    setPlace: (text: string) => entered.change({ place: text }),
    isComplete,
    send,
  }
}

export default function ProposeDialog({ match, onClose }: { match: Match; onClose: () => void }) {
  const { t } = useLingui()
  const name = match.user.firstName
  const suggestion = useSuggestion(match, () => {
    toast({ text: t`We sent ${name} your suggestion.` })
    onClose()
  })
  const { entered, busy, isComplete, send, problems, text } = suggestion
  return (
    <Dialog
      onClose={onClose}
      title={t`Suggest a date to ${name}`}
      onCancel={entered.forgetAnd(onClose)}
      go={t`Send`}
      busy={busy}
      disabled={!isComplete}
      onGo={() => void send()}
    >
      <Unsaved of={entered} />
      {!problems['slots'] && !problems['place'] && <ErrorNote>{text}</ErrorNote>}
      <Fields suggestion={suggestion} />
    </Dialog>
  )
}

function Fields({ suggestion }: { suggestion: ReturnType<typeof useSuggestion> }) {
  const { t } = useLingui()
  const now = useNow()
  const { times, setTime, addTime, place, setPlace, problems } = suggestion
  return (
    <div className="grid gap-4">
      <TextField
        label={t`Public place`}
        hint={t`A café, a park, a museum: somewhere with people around. Only you two can read this.`}
        data-first
        maxLength={200}
        value={place}
        error={problems['place']}
        onChange={({ target }) => setPlace(target.value)}
      />
      {times.map((time, at) => {
        const number = at + 1
        return (
          <TextField
            key={number}
            type="datetime-local"
            label={t`Time ${number}`}
            min={toFieldTime(new Date(now))}
            value={time}
            error={number === times.length ? problems['slots'] : undefined}
            onChange={({ target }) => setTime(at, target.value)}
          />
        )
      })}
      {times.length < MAX_SLOTS && (
        <Button tone="ghost" className="justify-self-start" onClick={addTime}>
          <Plus size={18} />
          {t`Add another time`}
        </Button>
      )}
    </div>
  )
}
