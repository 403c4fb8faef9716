import { useCallback } from 'react'

/**
 * Lets an image or a player load a blob, and returns what ends that. The element stops before its blob is freed,
 * because browsers report a freed blob that still loads as missing.
 */
export function loadBlob(element: HTMLImageElement | HTMLAudioElement, blob: Blob): () => void {
  const url = URL.createObjectURL(blob)
  element.src = url
  return () => {
    element.removeAttribute('src')
    if (element instanceof HTMLAudioElement) element.load()
    URL.revokeObjectURL(url)
  }
}

/** The ref of an image or a player that shows a blob as long as it is on the page. */
export const useBlob = (blob: Blob) =>
  useCallback(
    (element: HTMLImageElement | HTMLAudioElement | null) => (element ? loadBlob(element, blob) : undefined),
    [blob],
  )
