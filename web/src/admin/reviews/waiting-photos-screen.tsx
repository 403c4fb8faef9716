import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { usePage } from '../../api/settings.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { CaseLayout } from '../case/case-layout.tsx'
import { CaseQueue } from '../case/case-queue.tsx'
import { JustDecided } from './just-decided.tsx'
import { ReviewDecision } from './review-decision.tsx'
import { ReviewSubject } from './review-subject.tsx'
import { type Item, useReviews } from './use-reviews.ts'
import { usePhotoProblems, useVoiceProblems } from './words.ts'

/**
 * Photos start hidden. Once staff show one, the next ones are shown too, one at a time, so that a decision takes one
 * key. Nothing can be decided before it has loaded.
 */
function useShown() {
  const [isLooking, setLooking] = useState(false)
  const [played, setPlayed] = useState<string>()
  const [loaded, setLoaded] = useState<string>()
  const isShown = ({ kind, waiting }: Item) => (kind === 'voice' ? played === waiting._id : isLooking)
  const toggle = (item: Item) => {
    const { _id } = item.waiting
    if (item.kind !== 'voice') return setLooking(!isLooking)
    setPlayed(played === _id ? undefined : _id)
    setLoaded(_id)
  }
  // A photo also loads while it is blurred.
  const isSeen = (item: Item) => loaded === item.waiting._id && (item.kind === 'voice' || isShown(item))
  return { isShown, toggle, isSeen, setLoaded }
}

/** Photos and voice answers from new accounts, and selfies for photo checks, beside the profile's data. */
export function WaitingPhotosScreen() {
  const { t } = useLingui()
  const { day, series } = useFormats()
  usePage(t`Photos`)
  const { query, items, problem, review, done, forget, undo } = useReviews()
  const { isShown, toggle, isSeen, setLoaded } = useShown()
  const [rejecting, setRejecting] = useState<string>()
  const [photoProblems, voiceProblems] = [usePhotoProblems(), useVoiceProblems()]
  const kinds = { check: t`Selfie`, photo: t`Photo`, voice: t`Voice answer` }
  /** The first press shows an item that wasn't seen yet. */
  const decide = (item: Item, isApproved: boolean) => {
    if (!isSeen(item)) return isShown(item) ? undefined : toggle(item)
    if (isApproved || item.kind === 'check') review(item, isApproved)
    else setRejecting(item.waiting._id)
  }
  const reject = (item: Item, why: object) => {
    setRejecting(undefined)
    review(item, false, why)
  }
  const problemsOf = (item: Item) => (item.kind === 'voice' ? voiceProblems : photoProblems)
  const numbers = (item: Item) =>
    rejecting === item.waiting._id
      ? problemsOf(item).map(({ value }, at) => [
          String(at + 1),
          // Something else has to be described.
          value === 'other' ? undefined : () => reject(item, { problem: value }),
        ])
      : []
  return (
    <CaseQueue
      title={t`Photos`}
      notes={<ErrorNote>{problem}</ErrorNote>}
      query={query}
      loading={t`Loading photos…`}
      empty={<EmptyState title={t`No photos to review`} />}
      items={items}
      keyOf={({ waiting }) => waiting._id}
      nameOf={({ waiting }) => waiting.user.name}
      captionOf={({ kind, waiting }) => series(kinds[kind], day(waiting.at))}
      keysOf={(item) => ({
        Enter: () => toggle(item),
        a: () => decide(item, true),
        r: () => decide(item, false),
        Escape: () => setRejecting(undefined),
        ...Object.fromEntries(numbers(item)),
      })}
      footer={<JustDecided done={done} onUndo={undo} onOver={forget} />}
    >
      {(item) => (
        <CaseLayout
          what={
            <ReviewSubject
              item={item}
              isShown={isShown(item)}
              onShow={() => toggle(item)}
              onLoad={() => setLoaded(item.waiting._id)}
            />
          }
          decision={
            <ReviewDecision
              item={item}
              isSeen={isSeen(item)}
              problems={problemsOf(item)}
              isRejecting={rejecting === item.waiting._id}
              onDecide={(isApproved) => decide(item, isApproved)}
              onReject={(why) => reject(item, why)}
              onCancel={() => setRejecting(undefined)}
            />
          }
        />
      )}
    </CaseQueue>
  )
}
