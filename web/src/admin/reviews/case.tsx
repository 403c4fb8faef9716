import type { Waiting } from '@kindred/contract/moderation/reviews'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { CaseCard } from '../case-card.tsx'
import { Button } from '../../ui/button.tsx'
import { pictureIn } from '../../ui/picture.ts'

type Props = {
  name: string
  task?: ReactNode
  isCurrent: boolean
  yes: string
  no: string
  show: string
  isShown: boolean
  onShow: () => void
  /** The first step while the item is hidden, because no one may decide on an unseen item. */
  first: string | null
  onDecide: (yes: boolean) => void
  children: ReactNode
}

export function Case({ name, task, isCurrent, yes, no, show, isShown, onShow, first, onDecide, children }: Props) {
  return (
    <CaseCard name={name} isCurrent={isCurrent}>
      <p>
        <b dir="auto">{name}</b> <span className="text-muted">{task}</span>
      </p>
      {children}
      <div className="flex flex-wrap gap-2">
        <Button tone="quiet" aria-keyshortcuts="Enter" aria-expanded={isShown} onClick={onShow}>
          {show}
        </Button>
        <Button aria-keyshortcuts="a" disabled={first !== null} onClick={() => onDecide(true)}>
          {yes}
        </Button>
        <Button tone="danger" aria-keyshortcuts="r" disabled={first !== null} onClick={() => onDecide(false)}>
          {no}
        </Button>
        {first && <span className="self-center text-small text-muted">{first}</span>}
      </div>
    </CaseCard>
  )
}

/** A photo to review beside the profile's photos. All stay gray and blurred until staff open them. */
export function PhotosToReview({ waiting, isShown }: { waiting: Waiting; isShown: boolean }) {
  const { t } = useLingui()
  const shownOr = (width: string) => (isShown ? `${width} object-contain` : 'w-24 object-cover blur-md grayscale')
  return (
    <div className="flex flex-wrap items-start gap-4">
      <img
        className={`${shownOr('w-56')} aspect-4/5 rounded-md bg-sunken outline-2 outline-accent`}
        {...pictureIn(waiting.pictureUrl, '14rem')}
        alt={isShown ? t`Photo to review` : t`Hidden photo to review`}
      />
      {waiting.profileUrls.slice(0, 4).map((url) => (
        <img
          key={url}
          className={`${shownOr('w-40')} aspect-4/5 rounded-md bg-sunken`}
          {...pictureIn(url, '10rem')}
          alt={isShown ? t`Profile photo` : t`Hidden profile photo`}
        />
      ))}
    </div>
  )
}
