import type { Message } from '@kindred/contract/chat/conversations'
import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useState } from 'react'
import { LazyOverlay } from '../../ui/dialog.tsx'
import { pictureIn } from '../../ui/picture.ts'
import { Photo } from '../people/photo.tsx'
import { BlurredPhoto } from './blurred-photo.tsx'

const focus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true })

type Props = {
  picture: NonNullable<Message['picture']>
  ratio: number
  name: string
  isBlurred: boolean
  onOpened: () => void
  onReport: () => void
  onBlock: () => void
}

/** A photo in a message, which opens large. */
export function ChatPhoto({ picture, ratio, name, isBlurred, onOpened, onReport, onBlock }: Props) {
  const { t } = useLingui()
  const [isOpened, setOpened] = useState(false)
  const [isLarge, setLarge] = useState(false)
  const alt = t`Photo from ${name}`
  if (isBlurred && !isOpened)
    return (
      <div className="flex flex-col" style={{ aspectRatio: ratio }}>
        <BlurredPhoto
          placeholder={picture.placeholder}
          name={name}
          onOpen={() => {
            setOpened(true)
            onOpened()
          }}
          onReport={onReport}
          onBlock={onBlock}
        />
      </div>
    )
  return (
    <>
      <button
        type="button"
        className={
          'relative block w-full cursor-zoom-in overflow-hidden border-0 bg-sunken p-0 font-medium text-ink ' +
          'focus-visible:-outline-offset-4 [&_img]:size-full [&_img]:object-cover'
        }
        style={{ aspectRatio: ratio }}
        aria-label={t`View photo from ${name}`}
        // The button that opened the photo is gone, and its focus would be lost.
        ref={isOpened ? focus : undefined}
        onClick={() => setLarge(true)}
      >
        <Photo picture={{ ...picture, alt }} sizes="18rem" />
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
