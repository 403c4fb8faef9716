import type { Picture } from '@kindred/contract/profiles/users'
import { useState } from 'react'
import { thumbHashToDataURL } from 'thumbhash'

/** A soft first impression of a picture, from its twenty bytes. */
function impression(placeholder: string): string | undefined {
  try {
    return placeholder
      ? thumbHashToDataURL(Uint8Array.from(atob(placeholder), (each) => each.charCodeAt(0)))
      : undefined
  } catch {
    return undefined
  }
}

type Shown = Pick<Picture, 'url' | 'placeholder' | 'alt'>
type Size = 'large' | 'medium' | 'small'

/** A picture over its impression; where it cannot be had, the impression stays. */
export function Photo({ picture, size = 'large', eager = false }: { picture: Shown; size?: Size; eager?: boolean }) {
  const [state, setState] = useState<'coming' | 'there' | 'gone'>('coming')
  const soft = impression(picture.placeholder)
  return (
    <>
      {soft && state !== 'there' && <img className="absolute inset-0" src={soft} alt="" aria-hidden="true" />}
      {state !== 'gone' && (
        <img
          className="relative"
          src={picture.url.replace('/large?', `/${size}?`)}
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

/** The address of a portrait small enough for an avatar. */
export const small = (url: string | null): string | null => url && url.replace('/large?', '/small?')
