import {
  ApiError,
  invalidField,
  LARGEST_PICTURE,
  message,
  type MessageDescriptor,
  normalized,
  type Upload,
} from '@kindred/contract'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export async function takeUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: LARGEST_PICTURE, files: 1, fields: 4, fieldSize: 16 * 1024, parts: 5, headerPairs: 50 },
    throwFileSizeLimit: false,
  })
}

type Uploads = { pictures: number; bytes: number }
const MEBIBYTE = 1024 * 1024
const PER_SERVER: Uploads = { pictures: 16, bytes: 64 * MEBIBYTE }
const PER_ACCOUNT: Uploads = { pictures: 10, bytes: 32 * MEBIBYTE }
const RETRY_AFTER = 3
/** At each check, this many more bytes must have arrived, or the rest. A very slow phone sends them in ten seconds. */
const PACE = 64 * 1024

export type Reservation = {
  /** Reserves memory for bytes that have arrived, or throws. */
  hold: (bytes: number) => void
  complete: () => void
  inTime: <T>(request: FastifyRequest, reading: Promise<T>) => Promise<T>
  leave: () => void
}

export type UploadQueue = {
  /**
   * Throws if the account's upload may not begin. Bytes that haven't arrived yet take no memory from other accounts.
   */
  enter: (accountId: string, request: FastifyRequest) => Reservation
  running: () => number
}

const busy = () =>
  new ApiError('busy', 'Too many photos are being uploaded right now. Please try again in a moment.', {
    retryAfter: RETRY_AFTER,
  })

/** Limits the memory of uploads, independently of the rate limits. */
export function openUploadQueue(pacedEvery: number): UploadQueue {
  const all: Uploads = { pictures: 0, bytes: 0 }
  const accounts = new Map<string, Uploads>()
  let running = 0
  const enter = (accountId: string, { headers }: FastifyRequest): Reservation => {
    const announced = Math.min(Number(headers['content-length'] ?? LARGEST_PICTURE), LARGEST_PICTURE)
    const own = accounts.get(accountId) ?? { pictures: 0, bytes: 0 }
    const isOverOwn = own.pictures >= PER_ACCOUNT.pictures || own.bytes + announced > PER_ACCOUNT.bytes
    if (isOverOwn || all.pictures >= PER_SERVER.pictures) throw busy()
    accounts.set(accountId, own)
    running++
    own.pictures++
    own.bytes += announced
    const held: Uploads = { pictures: 0, bytes: 0 }
    let hasLeft = false
    const take = (what: keyof Uploads, count: number) => {
      // Reservations for the rest of an aborted upload would never be released.
      if (hasLeft || all[what] + count > PER_SERVER[what]) throw busy()
      all[what] += count
      held[what] += count
    }
    const leave = () => {
      hasLeft = true
      running--
      own.pictures--
      own.bytes -= announced
      all.pictures -= held.pictures
      all.bytes -= held.bytes
      if (own.pictures === 0) accounts.delete(accountId)
    }
    return {
      hold: (bytes) => take('bytes', bytes),
      complete: () => take('pictures', 1),
      inTime: (request, reading) => inTime(request, reading, pacedEvery),
      leave,
    }
  }
  return { enter, running: () => running }
}

/** Aborts a request body that stalls or trickles. */
async function inTime<T>({ raw }: FastifyRequest, reading: Promise<T>, pacedEvery: number): Promise<T> {
  let look: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    let last = raw.socket.bytesRead
    look = setInterval(() => {
      const { bytesRead } = raw.socket
      if (!raw.complete && bytesRead - last < PACE)
        reject(new ApiError('request_timeout', 'The request took too long to arrive.'))
      last = bytesRead
    }, pacedEvery).unref()
  })
  try {
    return await Promise.race([reading, late])
  } finally {
    clearInterval(look)
  }
}

const missing = (msg: MessageDescriptor) => invalidField('file', msg)

type Form = { file: Upload; fields: Record<string, unknown> }

export async function readUpload(request: FastifyRequest, reservation: Reservation): Promise<Form> {
  if (!request.isMultipart()) throw new ApiError('unsupported_media_type', 'Please send the file as a form.')
  const form = await reservation.inTime(request, readForm(request, reservation))
  reservation.complete()
  return form
}

async function readForm(request: FastifyRequest, reservation: Reservation): Promise<Form> {
  try {
    const part = await request.file()
    if (!part) throw missing(message('Please send a file.'))
    if (part.fieldname !== 'file') throw missing(message('Please send the file in the field "file".'))
    const fields = fieldsOf(part)
    const bytes = await bytesOf(part, reservation)
    return { file: { bytes, name: nameOf(part.filename) }, fields }
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('malformed_request', 'The form is malformed.')
  }
}

/** Reads even a refused file to its end, so that the client gets the response. */
async function bytesOf({ file }: MultipartFile, reservation: Reservation): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of file.iterator({ destroyOnReturn: false })) {
      reservation.hold(chunk.length)
      chunks.push(chunk)
    }
  } catch (error) {
    file.resume()
    throw error
  }
  if (file.truncated) throw new ApiError('too_large', 'This file is too large. The limit is 15 MB.')
  return Buffer.concat(chunks)
}

/** A field that is sent twice gets a value that no schema accepts. */
const fieldsOf = ({ fields }: MultipartFile): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (Array.isArray(field)) return [[name, null]]
      return field?.type === 'field' ? [[name, field.value]] : []
    }),
  )

const nameOf = (filename: string | undefined): string =>
  [...normalized((filename ?? '').replace(/^.*[/\\]/s, '').toWellFormed(), 'NFC')]
    // eslint-disable-next-line no-control-regex -- naming control characters is the point
    .filter((character) => !/[\u0000-\u001f\u007f-\u009f]/.test(character))
    .slice(0, 100)
    .join('') || 'picture'
