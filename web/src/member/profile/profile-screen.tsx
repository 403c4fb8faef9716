import type { OwnUser } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { getSession, setSession, useSession } from '../../session/store.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { ErrorNote, Note } from '../../ui/pieces.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { GenderFields, useGender, useGenders } from '../onboarding/gender-fields.tsx'
import { partId } from './completeness.ts'
import { CompletenessCard } from './completeness-card.tsx'
import { PhotoCheckCard } from './photo-check-card.tsx'
import { PhotosEditor } from './photos-editor.tsx'
import { WordsForm } from './words-form.tsx'
import { Segments } from '../../ui/segments.tsx'
import { peopleBarClass, peoplePageClass } from '../people/classes.ts'
import { members } from '../../api/member-client.ts'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { useChecked } from '../onboarding/use-checked.ts'
import { useAction } from '../use-action.ts'

function GenderCard({ user }: { user: OwnUser }) {
  const { t } = useLingui()
  const action = useAction()
  const state = useGender(user, 'gender')
  const save = () =>
    action.run(async () => {
      setSession({ user: (await members.editProfile({ body: state.change })).update.user })
      if (state.change.acceptSpecialCategory)
        setSession({ missingConsents: getSession().missingConsents.filter((each) => each !== 'acceptSpecialCategory') })
      state.entered.forget()
      toast({ text: t`Saved.` })
    })
  const { form, problems } = useChecked(state.found, action.problems, () => void save())
  return (
    <section className="card grid gap-4" aria-labelledby="gender">
      <h2 id="gender">{t`Gender`}</h2>
      <form className="grid gap-6" {...form}>
        <Unsaved of={state.entered} />
        {Object.keys(problems).length === 0 && <ErrorNote>{action.text}</ErrorNote>}
        <GenderFields state={state} problems={problems} />
        <div>
          <Button type="submit" busy={action.busy}>{t`Save gender`}</Button>
        </div>
      </form>
    </section>
  )
}

const AsSeen = lazy(() => import('./as-seen.tsx'))
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
      <GenderCard user={user} />
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

function WaitingGender({ listedAs, shownTo }: NonNullable<OwnUser['waitingGender']>) {
  const [genders, formats] = [useGenders(), useFormats()]
  const gender = genders.find(({ value }) => value === listedAs.toLowerCase())?.name
  const groups = formats.list(genders.filter(({ value }) => shownTo.includes(value)).map(({ plural }) => plural))
  const earlier = gender ?? `${listedAs} (${groups})`
  return (
    <Note>
      <Trans>
        Your changes are saved. You’ve changed your gender several times this month, so Discover and Search use this one
        within 24 hours. Until then, they use your earlier choice: {earlier}.
      </Trans>
    </Note>
  )
}
