import type {
  DuplicatePhoto,
  DuplicatePhotoOutcome,
  DuplicatePhotoSide,
} from '@kindred/contract/moderation/picture-sweep'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { CaseCard } from '../case-card.tsx'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { pictureIn } from '../../ui/picture.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { useMatchKinds } from './words.ts'
import { UserLink } from '../user-link.tsx'

type Props = {
  picture: DuplicatePhoto
  isCurrent: boolean
  isShown: boolean
  onShow: () => void
  onDecide: (outcome: DuplicatePhotoOutcome) => void
}

export function DuplicatePhotoCard({ picture, isCurrent, isShown, onShow, onDecide }: Props) {
  const { t } = useLingui()
  const { later, earlier, listed } = picture
  return (
    <CaseCard name={later.user.name} isCurrent={isCurrent}>
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
      {picture.note && (
        <p className="text-start whitespace-pre-line text-muted" dir="auto">
          {picture.note}
        </p>
      )}
      <Actions picture={picture} isShown={isShown} onShow={onShow} onDecide={onDecide} />
    </CaseCard>
  )
}

function Why({ picture: { why, distance, at, state, decidedBy } }: Pick<Props, 'picture'>) {
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
  const formats = useFormats()
  const joined = formats.day(user.joinedAt)
  const size = isShown ? 'w-56 object-contain' : 'w-24 object-cover blur-md grayscale'
  return (
    <div className="grid justify-items-start gap-1">
      {pictureUrl ? (
        <img
          className={`${size} aspect-4/5 rounded-md bg-sunken`}
          {...pictureIn(pictureUrl, isShown ? '14rem' : '6rem')}
          alt={isShown ? t`${user.name}’s photo` : t`${user.name}’s photo (hidden)`}
        />
      ) : (
        <p className="grid aspect-4/5 w-24 place-items-center rounded-md bg-sunken p-2 text-center text-caption">
          <Trans>Since deleted</Trans>
        </p>
      )}
      <span className="text-caption text-muted">{label}</span>
      <UserLink id={user._id}>
        <bdi>{user.name}</bdi>
      </UserLink>
      {user.state === 'banned' && <Badge tone="danger">{t`Banned`}</Badge>}
      <span className="text-caption">{t`Joined ${joined}`}</span>
    </div>
  )
}

function Actions({ picture, isShown, onShow, onDecide }: Omit<Props, 'isCurrent'>) {
  const { t } = useLingui()
  return (
    <div className="flex flex-wrap gap-2">
      <Button tone="quiet" aria-keyshortcuts="Enter" aria-expanded={isShown} onClick={onShow}>
        {isShown ? t`Hide photos` : t`Show photos`}
      </Button>
      {picture.earlier && (
        <Button aria-keyshortcuts="a" onClick={() => onDecide('same_person')}>
          {t`Same person`}
        </Button>
      )}
      <Button tone="danger" aria-keyshortcuts="r" onClick={() => onDecide('fake')}>
        {t`Mark as fake…`}
      </Button>
      <Button tone="quiet" aria-keyshortcuts="x" onClick={() => onDecide('dismissed')}>
        {t`Dismiss`}
      </Button>
    </div>
  )
}
