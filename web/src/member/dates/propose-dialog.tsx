import { MOST_SLOTS } from '@kindred/contract/chat/plans'
import type { Match } from '@kindred/contract/matching/matches'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { dates } from '../../api/dates-client.ts'
import { reload } from '../../api/queries.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { ToggleGroup, ToggleOne } from '../../ui/toggle-group.tsx'
import { toast } from '../../ui/toast.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Unsaved } from '../../ui/unsaved.tsx'
import { useAction } from '../use-action.ts'
import { openPlansQuery } from './queries.ts'
import { fromFieldTime, toFieldTime, useDayNames, useTimes } from './use-moment.ts'

const DAYS_AHEAD = 7
/** A suggestion for an earlier time would probably be read too late. */
const SOONEST = 15 * 60_000
const USUAL_TIME = '19:00'
const EVENINGS = ['18:00', '18:30', '19:00', '19:30', '20:00', '20:30']

/** Local days as in a date field, from today on. */
function comingDays(now: number): string[] {
  return Array.from({ length: DAYS_AHEAD }, (_, ahead) => {
    const at = new Date(now)
    at.setDate(at.getDate() + ahead)
    return toFieldTime(at).slice(0, 10)
  })
}

/** The first day from tomorrow on that isn't chosen yet. */
const nextDay = (times: readonly string[], now: number): string | undefined =>
  comingDays(now).find((day, ahead) => ahead > 0 && !times.map(dayOf).includes(day))

const dayOf = (fieldTime: string) => fieldTime.slice(0, 10)
const timeOf = (fieldTime: string) => fieldTime.slice(11, 16)

function useSuggestion(match: Match, onDone: () => void) {
  const action = useAction()
  const queryClient = useQueryClient()
  const entered = useFormDraft(`date.${match._id}`, { times: [], place: '', usual: USUAL_TIME }, model)
  const { times, place, usual } = entered.value
  const slots = times.flatMap((each) => fromFieldTime(each) ?? [])
  const isComplete = place.trim() !== '' && slots.length > 0 && slots.length === times.length
  const send = async () => {
    if (!isComplete) return
    const done = await action.run(async () => {
      const answer = await dates.proposePlan({ params: { id: match._id }, body: { slots, place } })
      queryClient.setQueryData(['getDatePlan', match._id], answer)
    })
    if (!done) return
    entered.forget()
    void reload(queryClient, 'listDatePlans')
    onDone()
  }
  return { ...action, entered, times, usual, place, isComplete, send }
}

const model: { times: string[]; place: string; usual: string } = { times: [''], place: '', usual: '' }

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
      low
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

type Suggestion = ReturnType<typeof useSuggestion>

function Fields({ suggestion }: { suggestion: Suggestion }) {
  const { t } = useLingui()
  const { times, usual, place, entered, problems } = suggestion
  // Times that the buttons don't offer were entered in fields, so fields show them. Discarding them brings back the buttons.
  const [wasExact, setExact] = useState(() => new Set(times.map(timeOf)).size > 1 || !areOffered(times, Date.now()))
  const isExact = wasExact && times.length > 0
  return (
    <div className="grid gap-5">
      {isExact ? <ExactTimes suggestion={suggestion} /> : <UsualTimes suggestion={suggestion} />}
      {!isExact && (
        <>
          {problems['slots'] && <ErrorNote>{problems['slots']}</ErrorNote>}
          <Button
            tone="ghost"
            size="sm"
            className="-my-2 -ms-3 justify-self-start"
            onClick={() => {
              setExact(true)
              if (times.length === 0) entered.change({ times: [`${nextDay([], Date.now())}T${usual}`] })
            }}
          >{t`Other days or times`}</Button>
        </>
      )}
      <TextField
        label={t`Public place`}
        hint={t`A café, a park, a museum: somewhere with people around. Only you two can read this.`}
        maxLength={200}
        value={place}
        error={problems['place']}
        onChange={({ target }) => entered.change({ place: target.value })}
      />
      <EarlierPlaces place={place} onPick={(picked) => entered.change({ place: picked })} />
    </div>
  )
}

const areOffered = (times: readonly string[], now: number): boolean =>
  times.every((each) => comingDays(now).includes(dayOf(each)) && EVENINGS.includes(timeOf(each)))

/** Up to three days, at one time of the evening. */
function UsualTimes({ suggestion: { times, usual, entered } }: { suggestion: Suggestion }) {
  const { t } = useLingui()
  const now = useNow()
  const nameOf = useDayNames()
  const timeName = useTimes()
  const days = comingDays(now)
  const at = (day: string, time: string) => `${day}T${time}`
  const isOver = (day: string) => new Date(at(day, usual)).getTime() < now + SOONEST
  return (
    <>
      <ToggleGroup
        legend={t`Up to three days`}
        all={Object.fromEntries(days.map((day, ahead) => [day, nameOf(day, ahead)]))}
        chosen={times.map(dayOf)}
        disabled={(day) => times.length >= MOST_SLOTS || isOver(day)}
        onChange={(chosen) => entered.change({ times: chosen.toSorted().map((day) => at(day, usual)) })}
      />
      <ToggleOne
        legend={t`Time`}
        all={Object.fromEntries(EVENINGS.map((time) => [time, timeName(time)]))}
        value={usual}
        onChange={(picked) => {
          const time = picked ?? usual
          entered.change({ usual: time, times: times.map((each) => at(dayOf(each), time)) })
        }}
      />
    </>
  )
}

function ExactTimes({ suggestion: { times, usual, problems, entered } }: { suggestion: Suggestion }) {
  const { t } = useLingui()
  const now = useNow()
  const setTimes = (next: string[]) => entered.change({ times: next })
  return (
    <>
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
            onChange={({ target }) => setTimes(times.map((each, which) => (which === at ? target.value : each)))}
          />
        )
      })}
      {times.length < MOST_SLOTS && (
        <Button
          tone="ghost"
          className="justify-self-start"
          onClick={() => setTimes([...times, `${nextDay(times, now)}T${usual}`])}
        >
          <Plus size={18} />
          {t`Add another time`}
        </Button>
      )}
    </>
  )
}

function EarlierPlaces({ place, onPick }: { place: string; onPick: (place: string) => void }) {
  const { t } = useLingui()
  const { data } = useQuery(openPlansQuery)
  const places = data?.data.places ?? []
  if (places.length === 0) return null
  return (
    <ToggleOne
      legend={t`Places you suggested before`}
      all={Object.fromEntries(places.map((each) => [each, each]))}
      value={place}
      onChange={(picked) => onPick(picked ?? '')}
    />
  )
}
