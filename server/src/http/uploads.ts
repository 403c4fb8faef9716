import { ApiError, LARGEST_PICTURE, type Upload } from '@kindred/contract'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Files come as multipart/form-data, one at a time, in the field `file`. */
export async function takeUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: LARGEST_PICTURE, files: 1, fields: 4, fieldSize: 1024, parts: 5, headerPairs: 50 },
    throwFileSizeLimit: true,
  })
}

const missing = (msg: string) => new ApiError('invalid_request', msg, { errors: [{ path: 'file', msg }] })

export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw new ApiError('unsupported_media_type', 'Please send the file as a form.')
  try {
    const part = await request.file()
    if (!part) throw missing('Please send a file.')
    if (part.fieldname !== 'file') throw missing('The file belongs into the field "file".')
    const bytes = await part.toBuffer()
    return { bytes, name: nameOf(part.filename) }
  } catch (error) {
    if (error instanceof ApiError) throw error
    const { code } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw new ApiError('too_large', 'The file is too large; 15 MB is the most.')
    throw new ApiError('malformed_request', 'The form cannot be read.')
  }
}

/** What the sender calls it, as a name and nothing else. */
const nameOf = (given: string | undefined): string =>
  [...(given ?? '').split(/[/\\]/).at(-1)!.toWellFormed().normalize('NFC')]
    // eslint-disable-next-line no-control-regex -- naming control characters is the point
    .filter((character) => !/[\u0000-\u001f\u007f-\u009f]/.test(character))
    .slice(0, 100)
    .join('') || 'picture'
