import type { Message } from '@kindred/contract/chat/conversations'
import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useState } from 'react'
import { LazyOverlay } from '../../ui/dialog.tsx'
import { pictureIn } from '../../ui/picture.ts'
import { Photo } from '../people/photo.tsx'

type Picture = NonNullable<Message['picture']>

/** The bubble crops photos to between 3:4 and 8:5. A tap shows the whole photo. */
const ratioOf = ({ width, height }: Picture) => Math.min(1.6, Math.max(0.75, width / height))

type Props = { picture: Picture; name: string; open: boolean }

/** A photo in a message, which opens large. A photo from a new match stays hidden until the member opens it. */
export function ChatPhoto({ picture, name, open }: Props) {
  const { t } = useLingui()
  const [isShown, setShown] = useState(open)
  const [isLarge, setLarge] = useState(false)
  const alt = t`Photo from ${name}`
  return (
    <>
      <button
        type="button"
        className={
          'relative block w-full cursor-zoom-in overflow-hidden border-0 bg-sunken p-0 font-medium text-ink ' +
          'focus-visible:-outline-offset-4 [&_img]:size-full [&_img]:object-cover'
        }
        style={{ aspectRatio: ratioOf(picture) }}
        aria-label={isShown ? t`View photo from ${name}` : undefined}
        onClick={() => (isShown ? setLarge(true) : setShown(true))}
      >
        {isShown ? <Photo picture={{ ...picture, alt }} sizes="18rem" /> : <Trans>Photo. Tap to view it</Trans>}
      </button>
      <LazyOverlay
        open={isLarge}
        onClose={() => setLarge(false)}
        title={alt}
        className="inset-0 grid place-items-center bg-[oklch(0.16_0.01_60)] p-4 text-[oklch(0.98_0_0)]"
      >
        <button
          type="button"
          aria-label={t`Close`}
          className={
            'absolute top-3 inset-e-3 z-1 grid size-11 place-items-center rounded-full border-0 ' +
            'bg-[oklch(0_0_0/0.55)] text-inherit'
          }
          onClick={() => setLarge(false)}
        >
          <X size={22} />
        </button>
        <img {...pictureIn(picture.url, '100vw')} alt={alt} className="max-h-[calc(100dvh-2rem)] object-contain" />
      </LazyOverlay>
    </>
  )
}
