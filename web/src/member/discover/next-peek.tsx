import type { Card } from '@kindred/contract/discovery/deck'
import { pictureIn } from '../../ui/picture.ts'
import { photoSizes } from '../people/photos.tsx'

/** The edge of the next card. More of it shows as the one before it moves. Nobody can act on it yet. */
export const NextPeek = ({ next }: { next: Card | undefined }) => {
  const [first] = next?.user.pictures ?? []
  if (!next) return null
  return (
    <div
      className="absolute inset-x-4 -top-2 bottom-2 overflow-hidden rounded-xl bg-sunken shadow-sm short:top-1"
      aria-hidden="true"
      data-peek
    >
      {first && (
        <img
          className="size-full object-cover object-[50%_30%] opacity-80"
          {...pictureIn(first.url, photoSizes)}
          alt=""
          draggable={false}
        />
      )}
    </div>
  )
}
