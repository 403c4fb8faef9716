import { ApiError, invalidField } from '@kindred/contract/errors'
import { type MessageDescriptor, message } from '@kindred/contract/message'
import type { LookUse } from '@kindred/contract/operations/look'
import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp } from 'sharp'
import { UNREADABLE } from './unreadable.ts'

// Logos, icons and pictures of the operator's look. An SVG file could contain scripts and links to other sites, so it's
// never passed on: it's drawn here, where the renderer runs no scripts and loads no other files, and only the pixels
// are kept.

/** The files of one upload by size and kind, the most important first. */
export type LookFiles = {
  width: number
  height: number
  name: 'masked' | ''
  type: 'png' | 'webp' | 'jpg'
  bytes: Buffer
}[]

const rasters = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif'])
const MOST_PIXELS = 40_000_000
/** The largest size that we need of a drawing, so that no drawing is rendered larger. */
const LARGEST = 1600
const MOST_DENSITY = 7200

const ICON = 512
/** A phone may cut a masked icon to a circle of 80 % of its width. */
const MASKED_CONTENT = 384
/** The page's color in the light theme (tokens.css). */
const PAGE = { r: 250, g: 245, b: 242 }

const refuse = (msg: MessageDescriptor) => invalidField('file', msg)

const MOST_HEAD = 16_384
/** What may come before the root of an XML file, each with its end. */
const beforeRoot = [
  ['<?', '?>'],
  ['<!--', '-->'],
] as const

/** True if the root element is SVG. Whether the rest can be read is for the renderer to find out. */
function isSvg(bytes: Uint8Array): boolean {
  let rest = new TextDecoder().decode(bytes.subarray(0, MOST_HEAD)).trimStart()
  for (;;) {
    const skipped = beforeRoot.find(([start]) => rest.startsWith(start))
    const end = skipped
      ? rest.indexOf(skipped[1]) + skipped[1].length
      : /^<!doctype/i.test(rest)
        ? endOfDocumentType(rest)
        : undefined
    if (end === undefined) return /^<(?:\w{1,20}:)?svg[\s>]/.test(rest)
    if (end < 3) return false
    rest = rest.slice(end).trimStart()
  }
}

/** Zero if it has no end. */
function endOfDocumentType(text: string): number {
  const [close, subset] = [text.indexOf('>'), text.indexOf('[')]
  if (subset < 0 || close < subset) return close + 1
  const end = text.indexOf(']', subset)
  return end < 0 ? 0 : text.indexOf('>', end) + 1
}

async function opened(bytes: Uint8Array): Promise<Sharp> {
  const vector = isSvg(bytes)
  if (!vector && !rasters.has((await fileTypeFromBuffer(bytes))?.mime ?? ''))
    throw new ApiError('unsupported_media_type', 'Please choose an SVG, PNG, JPEG, WebP or AVIF file.')
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width * height > MOST_PIXELS) throw refuse(message('This file is too large. The limit is 40 megapixels.'))
  const density = Math.min(MOST_DENSITY, Math.max(1, (72 * LARGEST) / Math.max(width, height)))
  return sharp(bytes, {
    limitInputPixels: MOST_PIXELS,
    failOn: 'truncated',
    pages: 1,
    ...(vector ? { density } : {}),
  }).autoOrient()
}

async function assertLargeEnough(picture: Sharp, side: number): Promise<void> {
  const { width, height } = await picture.metadata()
  if (Math.max(width, height) < side)
    throw refuse(message('This file is too small. It needs at least {side} pixels.', { side }))
}

const png = (picture: Sharp) => picture.png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true })

async function logo(picture: Sharp): Promise<LookFiles> {
  await assertLargeEnough(picture, 64)
  const { data, info } = await png(
    picture.resize({ width: 1280, height: 160, fit: 'inside', withoutEnlargement: true }),
  )
  return [{ width: info.width, height: info.height, name: '', type: 'png', bytes: data }]
}

/** The color of the icon's corner, or the page's color if the corner is transparent. */
async function groundOf(icon: Buffer): Promise<{ r: number; g: number; b: number }> {
  const corner = await sharp(icon).ensureAlpha().extract({ left: 2, top: 2, width: 1, height: 1 }).raw().toBuffer()
  const [r = 0, g = 0, b = 0, alpha = 0] = corner
  return alpha > 250 ? { r, g, b } : PAGE
}

async function icon(picture: Sharp): Promise<LookFiles> {
  await assertLargeEnough(picture, 192)
  const transparent = { r: 0, g: 0, b: 0, alpha: 0 }
  const { data: large } = await png(
    picture.resize({ width: ICON, height: ICON, fit: 'contain', background: transparent }),
  )
  const background = await groundOf(large)
  const small = async (side: number) => (await png(sharp(large).resize(side, side))).data
  const margin = (ICON - MASKED_CONTENT) / 2
  const masked = await png(
    sharp(await small(MASKED_CONTENT))
      .extend({ top: margin, bottom: margin, left: margin, right: margin, background: { ...background, alpha: 1 } })
      .flatten({ background }),
  )
  const square = (side: number, bytes: Buffer, name: 'masked' | '' = '') =>
    ({ width: side, height: side, name, type: 'png', bytes }) as const
  return [
    square(ICON, large),
    square(192, await small(192)),
    // Phones paint a transparent icon black, so this one is opaque.
    square(180, (await png(sharp(await small(180)).flatten({ background }))).data),
    square(ICON, masked.data, 'masked'),
  ]
}

async function welcome(picture: Sharp): Promise<LookFiles> {
  await assertLargeEnough(picture, 400)
  const { data, info } = await picture
    .resize({ width: 1200, height: 1500, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer({ resolveWithObject: true })
  return [{ width: info.width, height: info.height, name: '', type: 'webp', bytes: data }]
}

async function preview(picture: Sharp): Promise<LookFiles> {
  await assertLargeEnough(picture, 400)
  const bytes = await picture
    .resize({ width: 1200, height: 630, fit: 'cover' })
    .flatten({ background: PAGE })
    .jpeg({ quality: 82 })
    .toBuffer()
  return [{ width: 1200, height: 630, name: '', type: 'jpg', bytes }]
}

const drawers: Record<LookUse, (picture: Sharp) => Promise<LookFiles>> = { logo, icon, welcome, preview, page: welcome }

export async function drawLookFile(bytes: Uint8Array, use: LookUse): Promise<LookFiles> {
  if (bytes.length === 0) throw refuse(message('The file is empty.'))
  try {
    return await drawers[use](await opened(bytes))
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw refuse(UNREADABLE)
  }
}
