import type { Picture } from '@kindred/contract/profiles/users'
import { useState } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { pictureIn } from '../../ui/picture.ts'

/** A blurred preview from the photo's 20-byte placeholder. */
export function impression(placeholder: string): string | undefined {
  try {
    return placeholder
      ? thumbHashToDataURL(Uint8Array.from(atob(placeholder), (each) => each.charCodeAt(0)))
      : undefined
  } catch {
    return undefined
  }
}

type Shown = Pick<Picture, 'url' | 'placeholder' | 'alt'>
type Props = {
  picture: Shown
  /** The width on the page, in the format of the `sizes` attribute. */
  sizes: string
  eager?: boolean
}

/** A photo over its placeholder, which stays visible if the photo fails to load. */
export function Photo({ picture, sizes, eager = false }: Props) {
  const [state, setState] = useState<'coming' | 'there' | 'gone'>('coming')
  const soft = impression(picture.placeholder)
  return (
    <>
      {soft && state !== 'there' && (
        <img className="absolute inset-0" src={soft} alt="" aria-hidden="true" draggable={false} />
      )}
      {state !== 'gone' && (
        <img
          className="relative"
          {...pictureIn(picture.url, sizes)}
          alt={picture.alt}
          loading={eager ? 'eager' : 'lazy'}
          draggable={false}
          onLoad={() => setState('there')}
          onError={() => setState('gone')}
        />
      )}
    </>
  )
}
