import type { FrozenPicture } from '@kindred/contract/moderation/evidence'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { backOffice } from '../../api/staff-client.ts'
import { toUser } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useWithReason } from '../access-reasons.ts'
import { DecideAbout } from './decide-about.tsx'

type Props = { reportId: string; about: string; pictures: readonly FrozenPicture[]; current: readonly string[] | null }

/** Preserved copies of the photos. Each stays blurred until staff open it, and the audit log records each view. */
export function EvidencePhotos({ reportId, about, pictures, current }: Props) {
  const { t } = useLingui()
  const added = current?.filter((each) => !pictures.some(({ publicId }) => publicId === each)).length ?? 0
  if (pictures.length === 0 && added === 0) return null
  return (
    <section className="grid gap-2" aria-label={t`Photos`}>
      <h3>{t`Photos`}</h3>
      <p className="text-muted text-caption">{t`Each photo you view is recorded in the audit log.`}</p>
      <ul className="flex flex-wrap gap-3">
        {pictures.map((picture, at) => (
          <li key={picture.publicId} className="grid content-start gap-1">
            <EvidencePhoto reportId={reportId} picture={picture} number={at + 1} />
            {picture.alt && (
              <span className="max-w-56 text-caption">
                <bdi>{picture.alt}</bdi>
              </span>
            )}
            <span className="text-caption">
              {picture.from === 'message' ? (
                t`From a message`
              ) : current?.includes(picture.publicId) ? (
                t`Still on the profile`
              ) : (
                <NoLongerShown until={picture.until} />
              )}
            </span>
            {current?.includes(picture.publicId) && (
              <DecideAbout
                about={about}
                reportId={reportId}
                picture={picture.publicId}
                pictures={current}
                number={at + 1}
              />
            )}
          </li>
        ))}
      </ul>
      {added > 0 && (
        <p>
          <Badge tone="warning">{t`Changed`}</Badge>{' '}
          <Plural value={added} one="Added # photo since the report." other="Added # photos since the report." />{' '}
          <Link {...toUser(about)}>{t`Open profile`}</Link>
        </p>
      )}
    </section>
  )
}

/** `until` is set for what was removed before the report. */
export function NoLongerShown({ until }: { until: string | undefined }) {
  const { t } = useLingui()
  const formats = useFormats()
  const day = until && formats.dayAndTime(until)
  return <Badge tone="warning">{day ? t`Removed on ${day}` : t`Since removed`}</Badge>
}

const blurOf = (placeholder: string): string | undefined =>
  placeholder ? thumbHashToDataURL(Uint8Array.from(atob(placeholder), (each) => each.charCodeAt(0))) : undefined

type PictureProps = { reportId: string; picture: FrozenPicture; number: number }

export function EvidencePhoto({ reportId, picture: { publicId, placeholder, sha256 }, number }: PictureProps) {
  const { t } = useLingui()
  const [shown, setShown] = useState<string>()
  const load = useWithReason(
    `evidence ${reportId}`,
    t`Give a reason to see the evidence.`,
    (input) => backOffice.getEvidencePicture({ params: { id: reportId, publicId }, ...input }),
    ({ data }) => setShown(data.picture),
  )
  if (sha256 === null)
    return (
      <p className="grid h-24 w-24 place-items-center rounded-md bg-sunken p-2 text-center text-caption">
        <Trans>Copy failed</Trans>
      </p>
    )
  return (
    <>
      {shown ? (
        <img src={shown} alt={t`Photo ${number}`} className="w-80 rounded-md" />
      ) : (
        <img
          src={blurOf(placeholder)}
          alt=""
          className="h-24 w-24 rounded-md bg-sunken object-cover blur-md grayscale"
        />
      )}
      <Button
        tone="quiet"
        size="sm"
        className="justify-self-start"
        busy={load.isPending}
        onClick={() => (shown ? setShown(undefined) : load.mutate())}
      >
        {shown ? t`Hide photo ${number}` : t`Show photo ${number}`}
      </Button>
    </>
  )
}
