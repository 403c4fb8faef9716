import type { Card } from '@kindred/contract/discovery/deck'
import { useEffect, useState } from 'react'
import { pictureIn } from '../../ui/picture.ts'
import { photoSizes } from '../people/photos.tsx'

const AHEAD = 3

/** Loads and decodes the first photos of those who come next, so that the next face is there at once. */
export function useNextPhotos(cards: readonly Card[]): void {
  const [ready] = useState(() => new Map<string, HTMLImageElement>())
  const next = cards.slice(1, 1 + AHEAD).flatMap(({ user }) => user.pictures[0]?.url ?? [])
  const urls = next.join(' ')
  useEffect(() => {
    const wanted = new Set(urls.split(' ').filter(Boolean))
    for (const url of ready.keys()) if (!wanted.has(url)) ready.delete(url)
    for (const url of wanted) {
      if (ready.has(url)) continue
      const { src, srcSet, sizes } = pictureIn(url, photoSizes)
      const image = Object.assign(new Image(), { sizes, srcset: srcSet, src })
      ready.set(url, image)
      // A photo that can't be had shows its impression when its turn comes.
      void image.decode().catch(() => {})
    }
  }, [urls, ready])
}
