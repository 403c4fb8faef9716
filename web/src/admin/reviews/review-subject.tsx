import type { Waiting } from '@kindred/contract/moderation/reviews'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { Button } from '../../ui/button.tsx'
import { pictureIn } from '../../ui/picture.ts'
import { hiddenPhotoClass } from '../case/hidden-photo.ts'
import { UserLink } from '../user-link.tsx'
import type { Item } from './use-reviews.ts'

const VoiceToReview = lazy(() => import('./voice-to-review.tsx'))

type Props = { item: Item; isShown: boolean; onShow: () => void; onLoad: () => void }

export function ReviewSubject({ item, isShown, onShow, onLoad }: Props) {
  const { t } = useLingui()
  const { user } = item.waiting
  const isVoice = item.kind === 'voice'
  const poses = item.kind === 'voice' ? [] : [item.waiting.pose, item.waiting.second?.pose].filter((pose) => pose)
  return (
    <section className="card grid gap-4" aria-label={isVoice ? t`Voice answer` : t`Photos`}>
      <div className="flex flex-wrap items-baseline gap-3">
        <h2>
          <UserLink id={user._id} dir="auto">
            {user.name}
          </UserLink>
        </h2>
        {isVoice && <span className="text-muted">{t`Voice answer`}</span>}
        {poses.map((pose) => (
          <span key={pose} className="text-muted">{t`Pose: ${pose}`}</span>
        ))}
      </div>
      {isVoice ? (
        <Suspense>
          <VoiceToReview waiting={item.waiting} isShown={isShown} />
        </Suspense>
      ) : (
        <Photos waiting={item.waiting} isShown={isShown} onLoad={onLoad} />
      )}
      <Button
        tone="quiet"
        className="justify-self-start"
        aria-keyshortcuts="Enter"
        aria-expanded={isShown}
        onClick={onShow}
      >
        {isVoice ? (isShown ? t`Hide recording` : t`Play recording`) : isShown ? t`Hide photos` : t`Show photos`}
      </Button>
    </section>
  )
}

/** A photo to review beside the profile's photos. All stay gray and blurred until staff open them. */
function Photos({ waiting, isShown, onLoad }: { waiting: Waiting; isShown: boolean; onLoad: () => void }) {
  const { t } = useLingui()
  const toReview = [waiting.pictureUrl, ...(waiting.second ? [waiting.second.pictureUrl] : [])]
  return (
    <div className={`flex items-start gap-4 ${isShown ? 'phone:flex-col' : ''}`}>
      {toReview.map((url) => (
        <img
          // A hidden photo is another image, so that showing it loads it again and reports it.
          key={`${url} ${isShown}`}
          className={`${hiddenPhotoClass(isShown, waiting.second ? 'w-56' : 'w-72')} flex-none outline-2 outline-accent`}
          {...pictureIn(url, isShown ? '18rem' : '6rem')}
          alt={isShown ? t`Photo to review` : t`Hidden photo to review`}
          // The last one to be shown reports it.
          {...(isShown && url === toReview.at(-1) && { onLoad, onError: onLoad })}
        />
      ))}
      <div className="flex flex-wrap gap-4">
        {waiting.profileUrls.slice(0, 4).map((url) => (
          <img
            key={url}
            className={hiddenPhotoClass(isShown, 'w-28')}
            {...pictureIn(url, isShown ? '7rem' : '6rem')}
            alt={isShown ? t`Profile photo` : t`Hidden profile photo`}
          />
        ))}
      </div>
    </div>
  )
}
