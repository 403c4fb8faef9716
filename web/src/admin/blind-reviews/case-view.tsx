import type { BlindReviewCase } from '@kindred/contract/moderation/blind-reviews'
import { Plural, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { UserText } from '../../ui/user-text.tsx'
import { useReportKind } from '../../api/report-details.ts'
import { Button } from '../../ui/button.tsx'
import { pictureIn } from '../../ui/picture.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { EarlierOnProfile } from '../evidence/earlier-on-profile.tsx'
import { EvidencePhoto } from '../evidence/evidence-photos.tsx'
import { EvidenceVoiceAnswer } from '../evidence/evidence-voice.tsx'
import { hiddenPhotoClass } from '../case/hidden-photo.ts'
import { Messages } from '../case/messages.tsx'
import { useProfileRows } from '../evidence/then-and-now.tsx'
import { FactsList } from '../users/facts-list.tsx'

export function CaseView({
  opened: { profile, reports, strikes, messages, earlier, frozen, pictures },
}: {
  opened: BlindReviewCase
}) {
  const { t } = useLingui()
  const rowsOf = useProfileRows()
  return (
    <>
      <p>
        <Plural value={strikes} _0="No strikes before" one="# strike before" other="# strikes before" />
      </p>
      <Reports reports={reports} />
      {messages.length > 0 && <Messages messages={messages} />}
      <section className="grid gap-2" aria-label={t`Profile`}>
        <h3>{t`Profile`}</h3>
        <FactsList facts={rowsOf(profile).filter(([, value]) => value)} />
      </section>
      <EarlierOnProfile texts={earlier} />
      {frozen && frozen.pictures.length > 0 && (
        <section className="grid gap-2" aria-label={t`Photos`}>
          <h3>{t`Photos`}</h3>
          <ul className="flex flex-wrap gap-3">
            {frozen.pictures.map((picture, at) => (
              <li key={picture.publicId} className="grid content-start gap-1">
                <EvidencePhoto reportId={frozen.reportId} picture={picture} number={at + 1} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {frozen?.voices.map((answer) => (
        <EvidenceVoiceAnswer key={answer.fileId} reportId={frozen.reportId} answer={answer} />
      ))}
      {pictures.length > 0 && <Pictures pictures={pictures} />}
    </>
  )
}

function Reports({ reports }: Pick<BlindReviewCase, 'reports'>) {
  const { t } = useLingui()
  const formats = useFormats()
  const kindName = useReportKind()
  if (reports.length === 0) return <p className="text-muted">{t`No one reported this. Staff found it themselves.`}</p>
  return (
    <section className="grid gap-2" aria-label={t`Reports`}>
      <h3>{t`Reports`}</h3>
      <ul className="grid gap-2">
        {reports.map(({ type, detail, description, at }) => (
          <li key={`${at} ${description}`} className="grid gap-1 rounded-md bg-sunken p-3">
            <p className="text-caption text-muted">{formats.series(kindName(type, detail), formats.dayAndTime(at))}</p>
            <UserText>{description}</UserText>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Pictures({ pictures }: Pick<BlindReviewCase, 'pictures'>) {
  const { t } = useLingui()
  const [isShown, setIsShown] = useState(false)
  return (
    <section className="grid justify-items-start gap-2" aria-label={t`Photos`}>
      <h3>{t`Photos`}</h3>
      <ul className="flex flex-wrap gap-3">
        {pictures.map((url, at) => (
          <li key={url}>
            <img
              className={hiddenPhotoClass(isShown, 'w-56')}
              {...pictureIn(url, isShown ? '14rem' : '6rem')}
              alt={isShown ? t`Photo ${at + 1}` : ''}
            />
          </li>
        ))}
      </ul>
      <Button tone="quiet" size="sm" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        {isShown ? t`Hide photos` : t`Show photos`}
      </Button>
    </section>
  )
}
