import type { AgePhoto } from '@kindred/contract/identity/age'
import type { OwnAge } from '@kindred/contract/identity/age-proofs'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ages, uploadAgePhoto } from '../../api/age-client.ts'
import { setFreshData } from '../../api/fresh-data.ts'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { Tick } from '../../ui/tick.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useAction } from '../use-action.ts'

const Camera = lazy(() => import('./camera.tsx'))

type Props = { age: OwnAge; kinds: readonly AgePhoto[] }

/** A photo of a document, or a selfie, for the team. It says first who sees it, and when it is deleted. */
export function AgePhotos({ age, kinds }: Props) {
  const { t } = useLingui()
  if (age.photos?.sentAt) return <Sent photos={age.photos} />
  if (kinds.length === 0) return null
  return (
    <section className="card grid gap-4" aria-labelledby="by-photo">
      <h2 id="by-photo">
        {kinds.length === 2 ? t`With photos` : kinds[0] === 'document' ? t`With a document` : t`With a selfie`}
      </h2>
      <ul className="grid list-disc gap-1 ps-5 text-ink-2">
        <li>{t`Only team members who check ages can see your photos, and every view is recorded.`}</li>
        <li>{t`We delete them as soon as we’ve decided, or after 72 hours at the latest. Our backups leave them out.`}</li>
      </ul>
      {kinds.map((kind) => (
        <OnePhoto key={kind} kind={kind} isThere={age.photos?.kinds.includes(kind) === true} />
      ))}
      <SendPhotos isReady={age.photos !== null} />
    </section>
  )
}

function useSave() {
  const queryClient = useQueryClient()
  const action = useAction()
  const save = (work: () => ReturnType<typeof ages.getAge>) =>
    action.run(async () => setFreshData(queryClient, ['getAge'], await work()))
  return { ...action, save }
}

function OnePhoto({ kind, isThere }: { kind: AgePhoto; isThere: boolean }) {
  const { t } = useLingui()
  const { save, busy, text } = useSave()
  const [isTaking, setTaking] = useState(false)
  const isDocument = kind === 'document'
  const take = (photo: Blob) => {
    setTaking(false)
    void save(() => uploadAgePhoto(kind, photo))
  }
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <h3 className="flex items-center gap-2">
        {isThere && <Check className="icon text-positive" aria-label={t`Done`} />}
        {isDocument ? t`Your document` : t`Your selfie`}
      </h3>
      <p className="text-ink-2">
        {isDocument
          ? t`An ID card, passport or driver’s license. You may cover everything except your photo and your date of birth.`
          : t`Look into the camera, in good light, without sunglasses or a mask.`}
      </p>
      <ErrorNote>{text}</ErrorNote>
      {isTaking ? (
        <Suspense fallback={<Spinner label={t`Opening the camera…`} />}>
          <Camera facing={isDocument ? 'environment' : 'user'} onPhoto={take} onCancel={() => setTaking(false)} />
        </Suspense>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button tone="quiet" busy={busy} onClick={() => setTaking(true)}>
            {isThere ? t`Take another one` : t`Open the camera`}
          </Button>
          <FileButton
            label={t`Choose a file`}
            accept="image/jpeg,image/png,image/webp,image/avif"
            busy={busy}
            onFile={take}
          />
        </div>
      )}
    </div>
  )
}

function SendPhotos({ isReady }: { isReady: boolean }) {
  const { t } = useLingui()
  const { save, busy, text } = useSave()
  const [agrees, setAgrees] = useState(false)
  return (
    <div className="grid justify-items-start gap-3 border-t border-line pt-4">
      <Tick
        label={t`I agree to the team looking at my photos to check my age.`}
        checked={agrees}
        onChange={({ target }) => setAgrees(target.checked)}
      />
      <ErrorNote>{text}</ErrorNote>
      <div className="flex flex-wrap gap-3">
        <Button
          busy={busy}
          disabled={!isReady || !agrees}
          onClick={() => void save(() => ages.sendAgePhotos({ body: { consent: true } }))}
        >
          {t`Send to the team`}
        </Button>
        {isReady && (
          <Button tone="quiet" busy={busy} onClick={() => void save(() => ages.removeAgePhotos())}>
            {t`Delete photos`}
          </Button>
        )}
      </div>
    </div>
  )
}

function Sent({ photos: { deletedAt } }: { photos: NonNullable<OwnAge['photos']> }) {
  const { t } = useLingui()
  const { dayAndTime } = useFormats()
  const { save, busy, text } = useSave()
  return (
    <section className="card grid justify-items-start gap-3" aria-labelledby="sent">
      <h2 id="sent">{t`Your photos are with our team`}</h2>
      <p className="text-ink-2">
        <Trans>
          We’ll email you when we’ve decided, and delete them then. Either way, they’re deleted by{' '}
          {dayAndTime(deletedAt)}.
        </Trans>
      </p>
      <ErrorNote>{text}</ErrorNote>
      <Button tone="quiet" busy={busy} onClick={() => void save(() => ages.removeAgePhotos())}>
        {t`Withdraw and delete the photos`}
      </Button>
    </section>
  )
}
