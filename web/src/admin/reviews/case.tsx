import type { Waiting } from '@kindred/contract/moderation/reviews'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { pictureIn } from '../../ui/picture.ts'

type Props = {
  waiting: Waiting
  /** The one that the keys decide. */
  isCurrent: boolean
  yes: string
  no: string
  /** Photos stay gray and blurred until staff ask for them. */
  isShown: boolean
  onShow: () => void
  onDecide: (yes: boolean) => void
}

/** One photo to review, beside the profile's photos. */
export function Case({ waiting, isCurrent, yes, no, isShown, onShow, onDecide }: Props) {
  const { t } = useLingui()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isCurrent) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const shownOr = (width: string) => (isShown ? `${width} object-contain` : 'w-24 object-cover blur-md grayscale')
  return (
    <section
      ref={card}
      className={`card grid scroll-my-20 gap-4 ${isCurrent ? 'outline-2 outline-ink' : ''}`}
      aria-label={waiting.user.name}
      aria-current={isCurrent || undefined}
    >
      <p>
        <b dir="auto">{waiting.user.name}</b>{' '}
        {waiting.pose && <span className="text-muted">{t`Pose: ${waiting.pose}`}</span>}
      </p>
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
      <div className="flex flex-wrap gap-2">
        <Button tone="quiet" aria-keyshortcuts="Enter" aria-expanded={isShown} onClick={onShow}>
          {isShown ? t`Hide photos` : t`Show photos`}
        </Button>
        <Button aria-keyshortcuts="a" onClick={() => onDecide(true)}>
          {yes}
        </Button>
        <Button tone="danger" aria-keyshortcuts="r" onClick={() => onDecide(false)}>
          {no}
        </Button>
      </div>
    </section>
  )
}
