import type { PhotoProblem, VoiceProblem, Waiting, WaitingVoice } from '@kindred/contract/moderation/reviews'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { readQuery, reload } from '../../api/queries.ts'
import { errorText } from '../../api/error-text.ts'
import { backOffice } from '../../api/staff-client.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useListKeys } from '../../ui/list-keys.ts'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { ListProblem } from '../list-problem.tsx'
import { RecordNavigation } from '../record-navigation.tsx'
import { Case, PhotosToReview } from './case.tsx'
import { type Done, JustDecided } from './just-decided.tsx'

const RejectPhoto = lazy(() => import('./reject-dialog.tsx').then((all) => ({ default: all.RejectPhoto })))
const RejectVoice = lazy(() => import('./reject-dialog.tsx').then((all) => ({ default: all.RejectVoice })))
const VoiceToReview = lazy(() => import('./voice-to-review.tsx'))

type Rejection<P> = { problem: P; reason?: string }
type Item = { kind: 'check' | 'photo'; waiting: Waiting } | { kind: 'voice'; waiting: WaitingVoice }

type Review<P> = { shown: boolean } & Partial<Rejection<P>>
type Calls = { decide: (body: Review<never>) => Promise<unknown>; undo: () => Promise<unknown> }

const calls: Record<Item['kind'], (id: string) => Calls> = {
  check: (id) => ({
    decide: ({ shown }) => backOffice.decidePhotoCheck({ params: { id }, body: { accepted: shown } }),
    undo: () => backOffice.undoPhotoCheck({ params: { id } }),
  }),
  photo: (id) => ({
    decide: (body) => backOffice.reviewPicture({ params: { id }, body }),
    undo: () => backOffice.undoPictureReview({ params: { id } }),
  }),
  voice: (id) => ({
    decide: (body) => backOffice.reviewVoice({ params: { id }, body }),
    undo: () => backOffice.undoVoiceReview({ params: { id } }),
  }),
}

function useDone() {
  const [done, setDone] = useState<readonly Done[]>([])
  const forget = ({ id }: Pick<Done, 'id'>) => setDone((all) => all.filter((each) => each.id !== id))
  return { done, add: (each: Done) => setDone((all) => [...all, each]), forget }
}

function useQueue() {
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [rejecting, setRejecting] = useState<Item>()
  const query = useQuery(readQuery(['listWaitingPictures'], backOffice.listWaitingPictures))
  const save = (work: () => Promise<unknown>) => {
    setProblem(undefined)
    setRejecting(undefined)
    work()
      .catch((error: unknown) => setProblem(errorText(error)))
      .finally(() => void reload(queryClient, 'listWaitingPictures', 'getWorkQueue'))
  }
  const { done, add, forget } = useDone()
  const review = (item: Item, shown: boolean, why: object = {}) => {
    const { _id: id, user } = item.waiting
    const { decide: send, undo } = calls[item.kind](id)
    save(async () => {
      await send({ shown, ...why })
      add({ id, name: user.name, accepted: shown, undo })
    })
  }
  /** Rejecting asks for a reason first. */
  const decide = (item: Item, accepted: boolean) => {
    if (accepted || item.kind === 'check') review(item, accepted)
    else setRejecting(item)
  }
  const undo = (each: Done) => {
    forget(each)
    save(each.undo)
  }
  const { checks = [], held = [], voices = [] } = query.data?.data ?? {}
  const items = [
    ...checks.map((waiting): Item => ({ kind: 'check', waiting })),
    ...held.map((waiting): Item => ({ kind: 'photo', waiting })),
    ...voices.map((waiting): Item => ({ kind: 'voice', waiting })),
  ]
  return { query, items, problem, decide, rejecting, setRejecting, review, done, forget, undo }
}

type RejectingProps = Pick<ReturnType<typeof useQueue>, 'rejecting' | 'setRejecting' | 'review'>

function Rejecting({ rejecting, setRejecting, review }: RejectingProps) {
  if (!rejecting) return null
  const common = {
    name: rejecting.waiting.user.name,
    onClose: () => setRejecting(undefined),
    id: rejecting.waiting._id,
    onGo: (why: Rejection<PhotoProblem | VoiceProblem>) => review(rejecting, false, why),
  }
  return <Suspense>{rejecting.kind === 'voice' ? <RejectVoice {...common} /> : <RejectPhoto {...common} />}</Suspense>
}

type OneProps = {
  item: Item
  isCurrent: boolean
  isShown: boolean
  isSeen: boolean
  onShow: () => void
  onDecide: (accepted: boolean) => void
}

function One({ item, isSeen, ...common }: OneProps) {
  const { t } = useLingui()
  const { name } = item.waiting.user
  if (item.kind === 'voice')
    return (
      <Case
        {...common}
        first={isSeen ? null : t`Listen before you decide.`}
        name={name}
        task={t`Voice answer`}
        yes={t`Approve`}
        no={t`Reject`}
        show={common.isShown ? t`Hide recording` : t`Play recording`}
      >
        <Suspense>
          <VoiceToReview waiting={item.waiting} isShown={common.isShown} />
        </Suspense>
      </Case>
    )
  const { waiting, kind } = item
  const isCheck = kind === 'check'
  return (
    <Case
      {...common}
      first={isSeen ? null : t`Take a look before you decide.`}
      name={name}
      task={waiting.pose && t`Pose: ${waiting.pose}`}
      yes={isCheck ? t`Same person` : t`Approve`}
      no={isCheck ? t`Different people` : t`Reject`}
      show={common.isShown ? t`Hide photos` : t`Show photos`}
    >
      <PhotosToReview waiting={waiting} isShown={common.isShown} />
    </Case>
  )
}

/** Photos and voice answers from new accounts, and selfies for photo checks, beside the profile's data. */
export function WaitingPhotos() {
  const { t } = useLingui()
  const [shown, setShown] = useState<string>()
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const { query, items, problem, decide, done, forget, undo, ...rejection } = useQueue()
  /** At most one item is open, so that the next one starts hidden. */
  const toggle = ({ _id }: Item['waiting']) => {
    setShown(shown === _id ? undefined : _id)
    setSeen(new Set([...seen, _id]))
  }
  const { at, move } = useListKeys({
    rows: items,
    keyOf: ({ waiting }) => waiting._id,
    on: {
      Enter: ({ waiting }) => toggle(waiting),
      a: (item) => decideAndGoOn(item, true),
      r: (item) => decideAndGoOn(item, false),
    },
  })
  const decideAndGoOn = (item: Item, accepted: boolean) => {
    if (!seen.has(item.waiting._id)) return
    decide(item, accepted)
    move(1)
  }
  return (
    <div className="grid gap-4">
      {items.length > 0 && (
        <RecordNavigation
          text={t`${plural(items.length, { one: '# item', other: '# items' })} to review`}
          onPrevious={() => move(-1)}
          onNext={() => move(1)}
        />
      )}
      {query.isPending && <Spinner label={t`Loading photos…`} />}
      <JustDecided done={done} onUndo={undo} onOver={forget} />
      <ErrorNote>{problem}</ErrorNote>
      <ListProblem query={query} />
      {query.isSuccess && items.length === 0 && <EmptyState title={t`No photos to review`} />}
      {items.map((item, index) => (
        <One
          key={item.waiting._id}
          item={item}
          isCurrent={index === at}
          isShown={shown === item.waiting._id}
          isSeen={seen.has(item.waiting._id)}
          onShow={() => toggle(item.waiting)}
          onDecide={(accepted) => decide(item, accepted)}
        />
      ))}
      <Rejecting {...rejection} />
    </div>
  )
}
