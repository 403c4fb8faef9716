import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { readQuery } from '../../api/queries.ts'
import { setFreshData } from '../../api/fresh-data.ts'
import { members } from '../../api/member-client.ts'
import { uploadPicture } from '../../api/upload.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { useAction } from '../use-action.ts'

const key = ['getPhotoCheck'] as const

/** A selfie in a random pose. Staff compare it with the photos, and no one else sees it. */
export function PhotoCheck({ checked, hasPicture }: { checked: boolean; hasPicture: boolean }) {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const { data } = useQuery({ ...readQuery(key, members.getPhotoCheck), enabled: !checked })
  const check = data?.data.check
  const ask = () => action.run(async () => setFreshData(queryClient, key, await members.askForPhotoCheck()))
  const send = (file: File) =>
    action.run(async () => {
      const { publicId } = await uploadPicture(file, file.name, () => {})
      setFreshData(queryClient, key, await members.sendPhotoCheck({ body: { publicId } }))
    })
  return (
    <div className="grid gap-3">
      <ErrorNote>{action.text}</ErrorNote>
      {checked ? (
        <p>{t`Your photos are verified. People see the badge.`}</p>
      ) : check?.status === 'waiting' ? (
        <p>{t`We’re comparing your selfie with your photos. You’ll usually hear from us within a day.`}</p>
      ) : check?.status === 'asked' ? (
        <Selfie pose={check.pose} busy={action.busy} onFile={(file) => void send(file)} />
      ) : (
        <div className="grid justify-items-start gap-3">
          {check?.status === 'refused' && <p>{t`Your last selfie didn’t match your photos. You can try again.`}</p>}
          <p className="text-ink-2">
            <Trans>
              Get a badge that shows it’s really you. We give you a pose, you take a selfie, and we delete it after the
              check.
            </Trans>
          </p>
          <Button tone="quiet" busy={action.busy} disabled={!hasPicture} onClick={() => void ask()}>
            <Trans>Get a pose</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

function Selfie({ pose, busy, onFile }: { pose: string; busy: boolean; onFile: (file: File) => void }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        {t`Take a selfie like this:`} <b>{pose}</b>
      </p>
      <Button busy={busy} onClick={() => input.current?.click()}>{t`Take selfie`}</Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="user"
        className="sr-only"
        aria-label={t`Selfie`}
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
        }}
      />
    </div>
  )
}
