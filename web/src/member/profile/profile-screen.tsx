import type { OwnUser } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, Eye, Settings } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSearch } from '../../router/place.ts'
import { goBack, goForward } from '../../router/step-history.ts'
import { formDraftNames } from '../../session/form-drafts.ts'
import { useSession } from '../../session/store.ts'
import { Button, IconButton, iconButtonClass } from '../../ui/button.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Note } from '../../ui/pieces.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { useGenders } from '../onboarding/gender-fields.tsx'
import { useSettings } from '../../api/settings.ts'
import { MorePhotos, useMissingPhotos } from './missing-photos.tsx'
import { Rows, type SheetId } from './rows.tsx'
import { WhatHelps } from './what-helps.tsx'
import { peopleBarClass, peoplePageClass } from '../people/classes.ts'

const AsSeen = lazy(() => import('./as-seen.tsx'))
const OpenSheet = lazy(() => import('./open-sheet.tsx'))

export default function ProfileScreen() {
  const { t } = useLingui()
  const user = useSession((session) => session.user)
  const isWhole = useSearch<'/profile'>().view === 'whole'
  usePage(t`Profile`)
  if (!user) return null
  return (
    <MemberFrame layout="wide">
      {isWhole ? (
        <Whole user={user} onBack={() => goBack({ to: paths.profile })} />
      ) : (
        <Own user={user} onPreview={() => void goForward({ to: paths.profile, search: { view: 'whole' } })} />
      )}
    </MemberFrame>
  )
}

/** The whole profile, as others see it. */
function Whole({ user, onBack }: { user: OwnUser; onBack: () => void }) {
  const { t } = useLingui()
  return (
    <div className={peoplePageClass}>
      <div className={peopleBarClass}>
        <IconButton label={t`Back`} tone="ghost" className="-ms-3" autoFocus onClick={onBack}>
          <ChevronLeft className="icon" />
        </IconButton>
        <h1>{t`How people see you`}</h1>
      </div>
      <Suspense>
        <AsSeen user={user} />
      </Suspense>
    </div>
  )
}

function Own({ user, onPreview }: { user: OwnUser; onPreview: () => void }) {
  const { t } = useLingui()
  const [sheet, setSheet] = useState<SheetId>()
  const [drafts, setDrafts] = useState(() => formDraftNames(''))
  const close = () => {
    setSheet(undefined)
    setDrafts(formDraftNames(''))
  }
  return (
    <div
      className={
        'mx-auto grid w-full max-w-[62rem] gap-6 px-5 py-8 sm:px-8 phone:max-w-[35rem] phone:pt-2 ' +
        'desk:grid-cols-[minmax(16rem,21rem)_minmax(0,1fr)]'
      }
    >
      <div className="col-span-full flex items-center justify-between gap-3">
        <h1>{t`Profile`}</h1>
        <Link className={iconButtonClass('ghost', '-my-1.5 -me-3 text-ink desk:hidden')} to={paths.settings}>
          <Settings className="icon" />
          <span className="sr-only">
            <Trans>Settings</Trans>
          </span>
        </Link>
      </div>
      <Preview user={user} onOpen={onPreview} />
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
        <Missing user={user} />
        {user.waitingGender && <WaitingGender {...user.waitingGender} />}
        <WhatHelps user={user} onOpen={setSheet} />
        <Rows user={user} drafts={drafts} onOpen={setSheet} />
      </div>
      <Suspense>{sheet && <OpenSheet sheet={sheet} user={user} onClose={close} />}</Suspense>
    </div>
  )
}

/** The first photo as others see it. It can't be operated: the button opens the whole profile. */
function Preview({ user, onOpen }: { user: OwnUser; onOpen: () => void }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 desk:sticky desk:top-8 desk:self-start">
      <div
        inert
        className={
          // Reserves the space until the photo has loaded.
          'desk:aspect-4/5 phone:h-[min(48svh,24rem)] ' +
          '[&>article]:block! [&>article>*]:static! [&>article>*+*]:hidden phone:-mx-2 ' +
          'phone:[&_figure]:h-[min(48svh,24rem)]! phone:[&_figure]:w-full!'
        }
      >
        <Suspense>
          <AsSeen user={user} />
        </Suspense>
      </div>
      <Button tone="quiet" block onClick={onOpen}>
        <Eye className="icon" />
        <Trans>How people see you</Trans>
      </Button>
    </div>
  )
}

function Missing({ user }: { user: OwnUser }) {
  const { t } = useLingui()
  const photos = useMissingPhotos(user)
  const isUnverified = useSettings().house?.verifiedOnly === true && !user.photoChecked
  if (!user.profileComplete)
    return (
      <Note tone="warning">
        <Trans>
          Finish your profile so people can find you. <Link to={paths.onboarding}>Continue</Link>
        </Trans>
      </Note>
    )
  if (photos > 0)
    return (
      <Note tone="warning">
        {photos === 1 && user.pictures.length === 0 ? (
          t`Add a photo so people can find you. Faces start conversations.`
        ) : (
          <MorePhotos count={photos} />
        )}
      </Note>
    )
  if (isUnverified)
    return <Note tone="warning">{t`Verify your photos so people can find you: it takes two selfies.`}</Note>
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
