import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { readQuery } from '../../api/queries.ts'
import { setFreshData } from '../../api/fresh-data.ts'
import { members } from '../../api/member-client.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/pieces.tsx'
import { Tick } from '../../ui/tick.tsx'

const key = ['getPhotoCheck'] as const
const Selfies = lazy(() => import('./selfies.tsx'))

/** Two selfies in random poses. Staff compare them with the photos, and no one else sees them. */
export function PhotoCheck({ checked, hasPicture }: { checked: boolean; hasPicture: boolean }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { data } = useQuery({ ...readQuery(key, members.getPhotoCheck), enabled: !checked })
  const [isTaking, setTaking] = useState(false)
  const [hands, setHands] = useState(true)
  const status = data?.data.check?.status
  if (checked) return <p>{t`Your photos are verified. People see the badge.`}</p>
  if (status === 'waiting')
    return <p>{t`We’re comparing your selfies with your photos. You’ll usually hear from us within a day.`}</p>
  if (isTaking)
    return (
      <Suspense fallback={<Spinner label={t`Opening the camera…`} />}>
        <Selfies
          hands={hands}
          onCancel={() => setTaking(false)}
          onSent={(answer) => {
            setFreshData(queryClient, key, answer)
            setTaking(false)
          }}
        />
      </Suspense>
    )
  return (
    <div className="grid justify-items-start gap-3">
      {status === 'refused' && <p>{t`Your last selfies didn’t match your photos. You can try again.`}</p>}
      <p className="text-ink-2">
        <Trans>
          Get a badge that shows it’s really you. We give you two poses, you take two selfies here within two minutes,
          and we delete them after the check.
        </Trans>
      </p>
      <Tick label={t`Only poses without hands`} checked={!hands} onChange={({ target }) => setHands(!target.checked)} />
      <Button tone="quiet" disabled={!hasPicture} onClick={() => setTaking(true)}>{t`Open the camera`}</Button>
    </div>
  )
}
