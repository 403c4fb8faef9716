import { useCallback } from 'react'

export function LocalPhoto({ photo, alt, className }: { photo: File; alt: string; className: string }) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return
      const url = URL.createObjectURL(photo)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [photo],
  )
  return <img ref={show} alt={alt} className={className} />
}
