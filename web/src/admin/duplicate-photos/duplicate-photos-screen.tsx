import type { DuplicatePhoto, DuplicatePhotoSide } from '@kindred/contract/moderation/picture-sweep'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { pictureIn } from '../../ui/picture.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { UserText } from '../../ui/user-text.tsx'
import { CaseLayout } from '../case/case-layout.tsx'
import { CaseQueue } from '../case/case-queue.tsx'
import { hiddenPhotoClass } from '../case/hidden-photo.ts'
import { Person } from '../case/person.tsx'
import { ShowFilter } from '../case/show-filter.tsx'
import { LoadOlder } from '../load-older.tsx'
import { DuplicateDecision } from './duplicate-decision.tsx'
import { useDecideDuplicate, useDuplicatePhotos } from './use-duplicate-photos.ts'
import { useMatchKinds } from './words.ts'

/** Photos that several accounts use, or that are on the watchlist. */
export function DuplicatePhotosScreen() {
  const { t } = useLingui()
  const { day, series } = useFormats()
  usePage(t`Duplicate photos`)
  const [isOpen, setOpen] = useState(true)
  const query = useDuplicatePhotos(isOpen)
  const reasons = useMatchKinds()
  const decide = useDecideDuplicate()
  const [shown, setShown] = useState<string>()
  const [fake, setFake] = useState<string>()
  const toggle = ({ _id }: DuplicatePhoto) => setShown(shown === _id ? undefined : _id)
  /** The first press shows the photos, because they are what a decision is about. */
  const onceShown = (picture: DuplicatePhoto, act: () => void) => () =>
    shown === picture._id ? act() : toggle(picture)
  return (
    <CaseQueue
      title={t`Duplicate photos`}
      head={
        <>
          <ShowFilter isOpen={isOpen} onChange={setOpen} />
          <Link to={paths.photos} search={{ view: 'listed' }}>{t`Watchlist`}</Link>
        </>
      }
      query={query}
      loading={t`Loading photos…`}
      empty={<EmptyState title={t`No photos to compare`} />}
      older={<LoadOlder query={query}>{t`More photos`}</LoadOlder>}
      items={query.data?.pages.flatMap(({ data }) => data.pictures) ?? []}
      keyOf={({ _id }) => _id}
      nameOf={({ later }) => later.user.name}
      captionOf={({ why, at }) => series(reasons[why], day(at))}
      keysOf={(picture) => ({
        Enter: () => toggle(picture),
        a: picture.earlier ? onceShown(picture, () => decide.mutate({ picture, outcome: 'same_person' })) : undefined,
        r: onceShown(picture, () => setFake(picture._id)),
        x: onceShown(picture, () => decide.mutate({ picture, outcome: 'dismissed' })),
        Escape: () => setFake(undefined),
      })}
    >
      {(picture) => (
        <CaseLayout
          what={<Photos picture={picture} isShown={shown === picture._id} onShow={() => toggle(picture)} />}
          who={
            <section className="card @container" aria-label={t`People`}>
              <div className="grid gap-4 @md:grid-cols-2">
                <Person role={t({ message: 'Later', context: 'photo' })} person={picture.later.user} acts={{}} />
                {picture.earlier && (
                  <Person role={t({ message: 'Earlier', context: 'photo' })} person={picture.earlier.user} />
                )}
              </div>
            </section>
          }
          decision={
            <DuplicateDecision
              picture={picture}
              isSeen={shown === picture._id}
              isFake={fake === picture._id}
              onFake={(isFake) => setFake(isFake ? picture._id : undefined)}
              busy={decide.isPending}
              onDecide={(input) => decide.mutate({ picture, ...input })}
            />
          }
        />
      )}
    </CaseQueue>
  )
}

type PhotosProps = { picture: DuplicatePhoto; isShown: boolean; onShow: () => void }

/** The photos stay small, gray and blurred until staff open them. */
function Photos({ picture, isShown, onShow }: PhotosProps) {
  const { t } = useLingui()
  const { later, earlier, listed, note } = picture
  return (
    <section className="card grid gap-4" aria-label={t`Photos`}>
      <Why picture={picture} />
      <div className="flex flex-wrap items-start gap-6">
        <Side side={later} isShown={isShown} label={t({ message: 'Later', context: 'photo' })} />
        {earlier && <Side side={earlier} isShown={isShown} label={t({ message: 'Earlier', context: 'photo' })} />}
        {listed && (
          <p className="grid gap-1">
            <b>{listed.kind === 'removed' ? t`Removed photo` : t`Known fake`}</b>
            <span dir="auto">{listed.note}</span>
          </p>
        )}
      </div>
      <UserText>{note}</UserText>
      <Button
        tone="quiet"
        className="justify-self-start"
        aria-keyshortcuts="Enter"
        aria-expanded={isShown}
        onClick={onShow}
      >
        {isShown ? t`Hide photos` : t`Show photos`}
      </Button>
    </section>
  )
}

function Why({ picture: { why, distance, at, state, decidedBy } }: { picture: DuplicatePhoto }) {
  const { t } = useLingui()
  const formats = useFormats()
  const reasons = useMatchKinds()
  const outcomes = {
    same_person: t`Marked as the same person by ${decidedBy ?? ''}`,
    fake: t`Marked as fake by ${decidedBy ?? ''}`,
    dismissed: t`Dismissed by ${decidedBy ?? ''}`,
  }
  const likeness =
    distance === 0
      ? t`The photos are identical.`
      : t`${plural(distance, { one: '# of 64 features differs.', other: '# of 64 features differ.' })}`
  return (
    <div className="flex flex-wrap items-center gap-3">
      <h2>{reasons[why]}</h2>
      {why !== 'several_accounts' && state === 'open' && <Badge tone="danger">{t`Review first`}</Badge>}
      {state !== 'open' && <Badge>{outcomes[state]}</Badge>}
      <span className="text-caption text-muted">
        {likeness} {formats.dayAndTime(at)}
      </span>
    </div>
  )
}

type SideProps = { side: DuplicatePhotoSide; isShown: boolean; label: string }

function Side({ side: { user, pictureUrl }, isShown, label }: SideProps) {
  const { t } = useLingui()
  return (
    <figure className="m-0 grid justify-items-start gap-1">
      {pictureUrl ? (
        <img
          className={hiddenPhotoClass(isShown, 'w-56')}
          {...pictureIn(pictureUrl, isShown ? '14rem' : '6rem')}
          alt={isShown ? t`${user.name}’s photo` : t`${user.name}’s photo (hidden)`}
        />
      ) : (
        <p className="grid aspect-4/5 w-24 place-items-center rounded-md bg-sunken p-2 text-center text-caption">
          <Trans>Since deleted</Trans>
        </p>
      )}
      <figcaption className="text-caption text-muted">{label}</figcaption>
    </figure>
  )
}
