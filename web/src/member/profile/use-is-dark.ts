import { useEffect, useEffectEvent, useState } from 'react'
import { smallFileOf } from '../../ui/picture.ts'
import { DARKNESS_SIZE, isDark } from './darkness.ts'

type Photo = { publicId: string; url: string }

/** Reads the pixels of a photo on the device. If they can’t be read, for example offline, the photo isn't dark. */
async function isDarkAt(url: string): Promise<boolean> {
  const { width, height } = DARKNESS_SIZE
  try {
    const file = await (await fetch(smallFileOf(url))).blob()
    const bitmap = await createImageBitmap(file, { resizeWidth: width, resizeHeight: height, resizeQuality: 'medium' })
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) return false
    context.drawImage(bitmap, 0, 0)
    return isDark(context.getImageData(0, 0, width, height).data)
  } catch {
    return false
  }
}

export function useIsDark(photo: Photo | undefined): boolean {
  const [seen, setSeen] = useState<{ publicId: string; isDark: boolean }>()
  const publicId = photo?.publicId
  // The URL of the same photo changes every few hours.
  const look = useEffectEvent(() => (photo ? isDarkAt(photo.url) : Promise.resolve(false)))
  useEffect(() => {
    if (publicId === undefined) return
    let isCurrent = true
    void look().then((dark) => isCurrent && setSeen({ publicId, isDark: dark }))
    return () => {
      isCurrent = false
    }
  }, [publicId])
  return seen?.publicId === publicId && seen?.isDark === true
}
