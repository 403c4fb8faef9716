/** The magnification of a crop, and its center as fractions of the photo. */
export type Crop = { zoom: number; x: number; y: number }
export type Size = { width: number; height: number }
export type Cut = Size & { left: number; top: number }

export const SHAPE = 4 / 5
export const MAX_ZOOM = 4
export const whole: Crop = { zoom: 1, x: 0.5, y: 0.5 }

const within = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

/** The cropped rectangle. Its ratio is fixed, and it stays within the photo. */
export function cutOf(photo: Size, { zoom, x, y }: Crop): Cut {
  const width = Math.min(photo.width, photo.height * SHAPE) / zoom
  const height = width / SHAPE
  return {
    width,
    height,
    left: within(x * photo.width - width / 2, 0, Math.max(0, photo.width - width)),
    top: within(y * photo.height - height / 2, 0, Math.max(0, photo.height - height)),
  }
}

/**
 * The crop after a move by fractions of the cropped area. It stops at the edge, so that moving back has no dead zone.
 */
export function moved(photo: Size, crop: Crop, right: number, down: number): Crop {
  const cut = cutOf(photo, crop)
  return {
    zoom: crop.zoom,
    x: within(cut.left + cut.width * (0.5 + right), cut.width / 2, photo.width - cut.width / 2) / photo.width,
    y: within(cut.top + cut.height * (0.5 + down), cut.height / 2, photo.height - cut.height / 2) / photo.height,
  }
}

export const zoomed = (photo: Size, crop: Crop, zoom: number): Crop =>
  moved(photo, { ...crop, zoom: within(zoom, 1, MAX_ZOOM) }, 0, 0)

/** True if the crop would remove next to nothing, so that the file can be uploaded unchanged. */
export function isWholePhoto(photo: Size, crop: Crop): boolean {
  const { width, height } = cutOf(photo, crop)
  return width > photo.width * 0.99 && height > photo.height * 0.99
}

const [SMALLEST, LARGEST] = [480, 2160]

export function drawCut(canvas: HTMLCanvasElement, photo: ImageBitmap, crop: Crop): void {
  const { left, top, width, height } = cutOf(photo, crop)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The photo could not be drawn.')
  context.drawImage(photo, left, top, width, height, 0, 0, canvas.width, canvas.height)
}

export async function cutOut(photo: ImageBitmap, crop: Crop, name: string): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(within(cutOf(photo, crop).width, SMALLEST, LARGEST))
  canvas.height = Math.round(canvas.width / SHAPE)
  drawCut(canvas, photo, crop)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
  if (!blob) throw new Error('The photo could not be cut.')
  return new File([blob], name, { type: blob.type })
}
