import { normalized, ApiError, LARGEST_PICTURE, type Upload, say, type Said } from '@kindred/contract'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Accepts files as multipart/form-data, one at a time, in the field `file`. */
export async function takeUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: LARGEST_PICTURE, files: 1, fields: 4, fieldSize: 16 * 1024, parts: 5, headerPairs: 50 },
    throwFileSizeLimit: true,
  })
}

/** Uploads that run at the same time, from their first byte until they are stored, and the sum of their bytes. */
type Uploads = { pictures: number; bytes: number }
const MEBIBYTE = 1024 * 1024
const PER_SERVER: Uploads = { pictures: 16, bytes: 64 * MEBIBYTE }
const PER_ACCOUNT: Uploads = { pictures: 10, bytes: 32 * MEBIBYTE }
const RETRY_AFTER = 3

export type UploadQueue = {
  /** Reserves room for a picture before we read any of it, or throws. The returned function frees the room. */
  enter: (accountId: string, request: FastifyRequest) => () => void
  waiting: () => number
}

/** Limits the memory that uploads take, independently of the rate limits. */
export function openUploadQueue(): UploadQueue {
  const all: Uploads = { pictures: 0, bytes: 0 }
  const accounts = new Map<string, Uploads>()
  const add = (room: Uploads, pictures: number, bytes: number) => {
    room.pictures += pictures
    room.bytes += bytes
  }
  const hasRoom = (room: Uploads, most: Uploads, bytes: number) =>
    room.pictures < most.pictures && room.bytes + bytes <= most.bytes
  const enter = (accountId: string, { headers }: FastifyRequest) => {
    const bytes = Math.min(Number(headers['content-length'] ?? LARGEST_PICTURE), LARGEST_PICTURE)
    const own = accounts.get(accountId) ?? { pictures: 0, bytes: 0 }
    if (!hasRoom(own, PER_ACCOUNT, bytes) || !hasRoom(all, PER_SERVER, bytes))
      throw new ApiError('busy', 'Too many photos are being uploaded right now. Please try again in a moment.', {
        retryAfter: RETRY_AFTER,
      })
    accounts.set(accountId, own)
    for (const room of [own, all]) add(room, 1, bytes)
    return () => {
      for (const room of [own, all]) add(room, -1, -bytes)
      if (own.pictures === 0) accounts.delete(accountId)
    }
  }
  return { enter, waiting: () => all.pictures }
}

const missing = (msg: Said) => new ApiError('invalid_request', msg, { errors: [{ path: 'file', msg }] })

/** A form's file, and the fields before it. */
export async function readUpload(request: FastifyRequest): Promise<{ file: Upload; fields: Record<string, unknown> }> {
  if (!request.isMultipart()) throw new ApiError('unsupported_media_type', 'Please send the file as a form.')
  try {
    const part = await request.file()
    if (!part) throw missing(say('Please send a file.'))
    if (part.fieldname !== 'file') throw missing(say('Please send the file in the field "file".'))
    const fields = fieldsOf(part)
    const bytes = await part.toBuffer()
    return { file: { bytes, name: nameOf(part.filename) }, fields }
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE')
      throw new ApiError('too_large', 'This file is too large. The limit is 15 MB.')
    throw new ApiError('malformed_request', 'We couldn’t read the form.')
  }
}

/** A field that is sent twice has no value that a schema takes. */
const fieldsOf = ({ fields }: MultipartFile): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (Array.isArray(field)) return [[name, null]]
      return field?.type === 'field' ? [[name, field.value]] : []
    }),
  )

/** The file's name without its path and control characters. */
const nameOf = (filename: string | undefined): string =>
  [...normalized((filename ?? '').replace(/^.*[/\\]/s, '').toWellFormed(), 'NFC')]
    // eslint-disable-next-line no-control-regex -- naming control characters is the point
    .filter((character) => !/[\u0000-\u001f\u007f-\u009f]/.test(character))
    .slice(0, 100)
    .join('') || 'picture'
