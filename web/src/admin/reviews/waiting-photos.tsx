import type { PhotoProblem, Waiting } from '@kindred/contract/moderation/reviews'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { backOffice } from '../../api/staff-client.ts'
import { withRetry } from '../../api/retry.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useListKeys } from '../../ui/list-keys.ts'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { ListProblem } from '../list-problem.tsx'
import { Steps } from '../steps.tsx'
import { Case } from './case.tsx'

const RejectDialog = lazy(() => import('./reject-dialog.tsx').then((all) => ({ default: all.RejectDialog })))

type Rejection = { problem: PhotoProblem; reason?: string }
type Item = { waiting: Waiting; isCheck: boolean }

/** What waits, and how it is decided. */
function useQueue() {
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [rejecting, setRejecting] = useState<Waiting>()
  const query = useQuery({
    queryKey: ['listWaitingPictures'],
    queryFn: () => withRetry(() => backOffice.listWaitingPictures()),
  })
  const save = (work: () => Promise<unknown>) => {
    setProblem(undefined)
    work()
      .catch((error: unknown) => setProblem(errorText(error)))
      .finally(() => void queryClient.invalidateQueries({ queryKey: ['listWaitingPictures'] }))
  }
  const review = ({ _id: id }: Waiting, body: { shown: boolean } & Partial<Rejection>) =>
    save(() => backOffice.reviewPicture({ params: { id }, body }))
  /** A photo is rejected with a reason, which is asked for first. */
  const decide = ({ waiting, isCheck }: Item, accepted: boolean) => {
    if (isCheck) save(() => backOffice.decidePhotoCheck({ params: { id: waiting._id }, body: { accepted } }))
    else if (accepted) review(waiting, { shown: true })
    else setRejecting(waiting)
  }
  const reject = (waiting: Waiting, rejection: Rejection) => {
    setRejecting(undefined)
    review(waiting, { shown: false, ...rejection })
  }
  const { checks = [], held = [] } = query.data?.data ?? {}
  const items = [
    ...checks.map((waiting): Item => ({ waiting, isCheck: true })),
    ...held.map((waiting): Item => ({ waiting, isCheck: false })),
  ]
  return { query, items, problem, decide, rejecting, setRejecting, reject }
}

/** Pictures of new accounts, and selfies of photo checks, side by side with what is known. */
export function WaitingPhotos() {
  const { t } = useLingui()
  const [shown, setShown] = useState<string>()
  const { query, items, problem, decide, rejecting, setRejecting, reject } = useQueue()
  /** At most one is shown, so that what is decided next is hidden again. */
  const toggle = ({ _id }: Waiting) => setShown(shown === _id ? undefined : _id)
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
    decide(item, accepted)
    move(1)
  }
  return (
    <>
      {items.length > 0 && (
        <Steps
          text={t`${plural(items.length, { one: '# photo', other: '# photos' })} to review`}
          onPrevious={() => move(-1)}
          onNext={() => move(1)}
        />
      )}
      {query.isPending && <Spinner label={t`Loading photos…`} />}
      <ErrorNote>{problem}</ErrorNote>
      <ListProblem query={query} />
      {query.isSuccess && items.length === 0 && <EmptyState title={t`No photos to review`} />}
      {items.map((item, index) => (
        <Case
          key={item.waiting._id}
          waiting={item.waiting}
          isCurrent={index === at}
          yes={item.isCheck ? t`Same person` : t`Approve`}
          no={item.isCheck ? t`Different people` : t`Reject`}
          isShown={shown === item.waiting._id}
          onShow={() => toggle(item.waiting)}
          onDecide={(accepted) => decide(item, accepted)}
        />
      ))}
      {rejecting && (
        <Suspense>
          <RejectDialog
            name={rejecting.user.name}
            onClose={() => setRejecting(undefined)}
            onGo={(input) => reject(rejecting, input)}
          />
        </Suspense>
      )}
    </>
  )
}
