import { ApiError, invalidField } from '@kindred/contract/errors'
import { type MessageDescriptor, message } from '@kindred/contract/message'
import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { Size } from '../picture-address.ts'
import { UNREADABLE } from './unreadable.ts'

// Uploaded photos are checked before they are decoded, decoded within limits, and always encoded again, so that nothing
// of the original file is passed on: no metadata, and no second file hidden in it. Only the worker imports this module,
// so a photo that crashes the decoder doesn't crash the server.

// A fingerprint is a perceptual hash: the signs of the photo's lowest frequencies, relative to their median. Copies
// that were resized, compressed again or slightly cropped differ in a few of its 64 bits, and other photos in about 32.

/** The fingerprint uses this many gray pixels per side. */
const FINGERPRINT_SIDE = 32
const FREQUENCIES = 8
/** A frequency below this is noise. A photo with too few others has no recognizable features. */
const NOISE = 96
const LEAST_FREQUENCIES = 12

const cosines = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Array.from({ length: FINGERPRINT_SIDE }, (_, at) =>
    Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * FINGERPRINT_SIDE)),
  ),
)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The lowest frequencies of a discrete cosine transform, row by row. */
function frequenciesOf(pixels: Uint8Array): number[] {
  const rows = Array.from({ length: FINGERPRINT_SIDE }, (_, y) =>
    cosines.map((wave) => sum(wave.map((factor, x) => factor * (pixels[y * FINGERPRINT_SIDE + x] ?? 0)))),
  )
  return cosines.flatMap((wave) =>
    cosines.map((_, across) => sum(wave.map((factor, y) => factor * (rows[y]?.[across] ?? 0)))),
  )
}

/** Returns 64 zeros and ones, or null for a flat photo, which would resemble every other flat one. */
function fingerprintOf(pixels: Uint8Array): string | null {
  // The first frequency is the brightness, which doesn't depend on the subject.
  const details = frequenciesOf(pixels).slice(1)
  if (details.filter((detail) => Math.abs(detail) > NOISE).length < LEAST_FREQUENCIES) return null
  const median = details.toSorted((a, b) => a - b)[details.length >> 1] ?? 0
  return `0${details.map((detail) => (detail > median ? '1' : '0')).join('')}`
}

const kinds = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
const MOST_PIXELS = 40_000_000
const LEAST_SIDE = 64
/** The encoder's effort. Drawings are small anyway, and the first start waits for some of them. */
const [QUICK, THOROUGH] = [1, 4]

export type Drawn = {
  files: Record<Size, Buffer>
  placeholder: string
  width: number
  height: number
  fingerprint: string | null
}

sharp.cache(false)
sharp.concurrency(1)

const refuse = (msg: MessageDescriptor) => invalidField('file', msg)

/** `ours` is true for the server's own drawings, in any format. Uploads have to be photos. */
export async function drawPicture(bytes: Uint8Array, ours: boolean): Promise<Drawn> {
  if (bytes.length === 0) throw refuse(message('The file is empty.'))
  const type = ours ? undefined : await fileTypeFromBuffer(bytes)
  if (!ours && (!type || !kinds.has(type.mime)))
    throw new ApiError('unsupported_media_type', 'Please choose a JPEG, PNG, WebP or AVIF photo.')
  return draw(bytes, ours ? QUICK : THOROUGH)
}

const open = (bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'truncated', pages: 1 }).autoOrient()

const fingerprintOfPicture = async (picture: Sharp): Promise<string | null> =>
  fingerprintOf(
    await picture
      .flatten({ background: 'white' })
      .toColourspace('b-w')
      .resize(FINGERPRINT_SIDE, FINGERPRINT_SIDE, { fit: 'fill' })
      .raw()
      .toBuffer(),
  )

async function draw(bytes: Uint8Array, effort: number): Promise<Drawn> {
  try {
    const original = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (original.width * original.height > MOST_PIXELS)
      throw refuse(message('This photo is too large. The limit is 40 megapixels.'))
    if (Math.min(original.width, original.height) < LEAST_SIDE)
      throw refuse(message('This photo is too small. It needs at least 64 pixels on each side.'))
    const within = (side: number) =>
      ({ width: side, height: side * 2, fit: 'inside', withoutEnlargement: true }) as const
    // The photo is decoded once, so that each size is made from the original pixels and not from a file that has lost
    // some.
    const { data, info } = await open(bytes).resize(within(1080)).raw().toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const from = () => sharp(data, { raw: { width, height, channels } })
    const large = await from().webp({ quality: 80, effort }).toBuffer()
    const tiny = await from()
      .resize({ width: 100, height: 100, fit: 'inside' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return {
      files: {
        large,
        medium: await from().resize(within(640)).webp({ quality: 76, effort }).toBuffer(),
        small: await from().resize(within(320)).webp({ quality: 76, effort }).toBuffer(),
        tiny: await from()
          .resize({ width: 64, height: 64, fit: 'cover', position: 'top' })
          .webp({ quality: 76, effort })
          .toBuffer(),
      },
      placeholder: Buffer.from(rgbaToThumbHash(tiny.info.width, tiny.info.height, tiny.data)).toString('base64'),
      width,
      height,
      fingerprint: await fingerprintOfPicture(from()),
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw refuse(UNREADABLE)
  }
}
