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
  onDecide: (yes: boolean) => void
}

/** One photo to review, beside the profile's photos. */
export function Case({ waiting, isCurrent, yes, no, onDecide }: Props) {
  const { t } = useLingui()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isCurrent) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
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
          className="aspect-4/5 w-56 rounded-md bg-sunken object-contain outline-2 outline-accent"
          {...pictureIn(waiting.pictureUrl, '14rem')}
          alt={t`Photo to review`}
        />
        {waiting.profileUrls.slice(0, 4).map((url) => (
          <img
            key={url}
            className="aspect-4/5 w-40 rounded-md bg-sunken object-contain"
            {...pictureIn(url, '10rem')}
            alt={t`Profile photo`}
          />
        ))}
      </div>
      <div className="flex gap-2">
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
