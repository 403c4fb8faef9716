import type { OwnUser } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSession } from '../../session/store.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Note } from '../../ui/pieces.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { partId } from './completeness.ts'
import { CompletenessCard } from './completeness-card.tsx'
import { PhotoCheckCard } from './photo-check-card.tsx'
import { PhotosEditor } from './photos-editor.tsx'
import { WordsForm } from './words-form.tsx'
import { Segments } from '../../ui/segments.tsx'
import { peopleBarClass, peoplePageClass } from '../people/classes.ts'

const AsSeen = lazy(() => import('./as-seen.tsx'))
const GenderCard = lazy(() => import('./gender-card.tsx'))
const WaitingGender = lazy(() => import('./gender-card.tsx').then((card) => ({ default: card.WaitingGender })))
const OwnVoiceAnswer = lazy(() => import('../voice/own-voice-answer.tsx'))

export default function ProfileScreen() {
  const { t } = useLingui()
  const user = useSession((session) => session.user)
  const [seen, setSeen] = useState(false)
  usePage(t`Profile`)
  if (!user) return null
  return (
    <MemberFrame layout={seen ? 'wide' : 'column'}>
      <div className={seen ? peoplePageClass : 'grid gap-6'}>
        <div className={`flex-wrap ${seen ? peopleBarClass : 'flex items-center gap-3'}`}>
          <h1 className="shrink-0 grow">{t`Profile`}</h1>
          <Segments label={t`View`}>
            <button type="button" aria-pressed={!seen} onClick={() => setSeen(false)}>{t`Edit`}</button>
            <button type="button" aria-pressed={seen} onClick={() => setSeen(true)}>{t`How people see you`}</button>
          </Segments>
        </div>
        <Suspense>{seen ? <AsSeen user={user} /> : <Edit user={user} />}</Suspense>
      </div>
    </MemberFrame>
  )
}

function Edit({ user }: { user: OwnUser }) {
  const { t } = useLingui()
  return (
    <>
      <Missing user={user} />
      {user.waitingGender && <WaitingGender {...user.waitingGender} />}
      <CompletenessCard user={user} />
      <section id={partId('photos')} className="card grid gap-4" aria-labelledby="photos">
        <h2 id="photos">{t`Photos`}</h2>
        <div id={partId('descriptions')}>
          <PhotosEditor />
        </div>
      </section>
      <div id={partId('verification')}>
        <PhotoCheckCard checked={user.photoChecked} hasPicture={user.pictures.length > 0} />
      </div>
      <section className="card grid grid-cols-1 gap-4" aria-labelledby="voice">
        <h2 id="voice">{t`Voice answer`}</h2>
        <Suspense>
          <OwnVoiceAnswer user={user} />
        </Suspense>
      </section>
      <section className="card grid gap-4" aria-labelledby="words">
        <h2 id="words">{t`About you`}</h2>
        <WordsForm user={user} />
      </section>
      <Suspense>
        <GenderCard user={user} />
      </Suspense>
      <p>
        <Link className={buttonClass('quiet')} to={paths.questions}>{t`Answer questions`}</Link>
      </p>
    </>
  )
}

function Missing({ user }: { user: OwnUser }) {
  const { t } = useLingui()
  if (!user.profileComplete)
    return (
      <Note tone="warning">
        <Trans>
          Finish your profile so people can find you. <Link to={paths.onboarding}>Continue</Link>
        </Trans>
      </Note>
    )
  if (user.pictures.length === 0)
    return <Note tone="warning">{t`Add a photo so people can find you. Faces start conversations.`}</Note>
  if (user.settings.paused)
    return (
      <Note>
        <Trans>
          Your profile is snoozed, so no one can find you. <Link to={paths.settings}>Change this in Settings</Link>
        </Trans>
      </Note>
    )
  return null
}
