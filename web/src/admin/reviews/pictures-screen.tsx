import type { Waiting } from '@kindred/contract/moderation/reviews'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { backOffice } from '../../api/staff-client.ts'
import { withRetry } from '../../api/retry.ts'
import { useSettings } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { usePage } from '../../ui/page.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { pictureIn } from '../../ui/picture.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

/** Pictures of new accounts, and selfies of photo checks, side by side with what is known. */
export default function PicturesScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<string>()
  usePage(t`Photos`, brand)
  const query = useQuery({
    queryKey: ['listWaitingPictures'],
    queryFn: () => withRetry(() => backOffice.listWaitingPictures()),
  })
  const decide = (work: () => Promise<unknown>) => {
    setProblem(undefined)
    work()
      .catch((error: unknown) => setProblem(errorText(error)))
      .finally(() => void queryClient.invalidateQueries({ queryKey: ['listWaitingPictures'] }))
  }
  const { checks = [], held = [] } = query.data?.data ?? {}
  return (
    <>
      <h1>
        <Trans>Photos</Trans>
      </h1>
      {query.isPending && <Spinner label={t`Loading photos…`} />}
      <ErrorNote>{problem ?? (query.error && errorText(query.error))}</ErrorNote>
      {query.isSuccess && checks.length + held.length === 0 && <EmptyState title={t`No photos to review`} />}
      {checks.map((each) => (
        <Case
          key={each._id}
          waiting={each}
          yes={t`Same person`}
          no={t`Different people`}
          onDecide={(accepted) =>
            decide(() => backOffice.decidePhotoCheck({ params: { id: each._id }, body: { accepted } }))
          }
        />
      ))}
      {held.map((each) => (
        <PendingReview
          key={each._id}
          waiting={each}
          onDecide={(body) => decide(() => backOffice.reviewPicture({ params: { id: each._id }, body }))}
        />
      ))}
    </>
  )
}

type PendingReviewProps = { waiting: Waiting; onDecide: (body: { shown: boolean; reason?: string }) => void }

function PendingReview({ waiting, onDecide }: PendingReviewProps) {
  const { t } = useLingui()
  const [refusing, setRefusing] = useState(false)
  return (
    <>
      <Case
        waiting={waiting}
        yes={t`Approve`}
        no={t`Reject`}
        onDecide={(shown) => (shown ? onDecide({ shown }) : setRefusing(true))}
      />
      {refusing && (
        <ReasonDialog
          title={t`Reject ${waiting.user.name}’s photo?`}
          label={t`Reason`}
          hint={t`${waiting.user.name} sees this in the app and by email.`}
          go={t`Reject`}
          tone="danger-solid"
          onClose={() => setRefusing(false)}
          onGo={(reason) => {
            setRefusing(false)
            onDecide({ shown: false, reason })
          }}
        />
      )}
    </>
  )
}

type Props = { waiting: Waiting; yes: string; no: string; onDecide: (yes: boolean) => void }

function Case({ waiting, yes, no, onDecide }: Props) {
  const { t } = useLingui()
  return (
    <section className="card grid gap-4" aria-label={waiting.user.name}>
      <p>
        <b dir="auto">{waiting.user.name}</b>{' '}
        {waiting.pose && <span className="text-muted">{t`Pose: ${waiting.pose}`}</span>}
      </p>
      <div className="flex flex-wrap items-start gap-4">
        <img
          className="w-56 rounded-md outline-2 outline-accent"
          {...pictureIn(waiting.pictureUrl, '14rem')}
          alt={t`Photo to review`}
        />
        {waiting.profileUrls.slice(0, 4).map((url) => (
          <img key={url} className="w-40 rounded-md" {...pictureIn(url, '10rem')} alt={t`Profile photo`} />
        ))}
      </div>
      <div className="flex gap-2">
        <Button onClick={() => onDecide(true)}>{yes}</Button>
        <Button tone="danger" onClick={() => onDecide(false)}>
          {no}
        </Button>
      </div>
    </section>
  )
}
