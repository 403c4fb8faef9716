import type { Uploaded } from '@kindred/contract/profiles/pictures'
import { parseBody, BASE } from './base.ts'
import { credentials } from './credentials.ts'
import { texts } from './error-text.ts'
import { CallFailed, field } from './failure.ts'
import { readerLanguage } from './reader-language.ts'

const TIMEOUT = 120_000

export const uploadPicture = (file: Blob, name: string, onProgress: (share: number) => void): Promise<Uploaded> =>
  uploadFile('/media', { file, name }, onProgress, isUploaded)

type Form = { file: Blob; name: string; fields?: Readonly<Record<string, string>> }

/** Uploads a file. The form's other fields have to come before the file. */
export function uploadFile<T>(
  path: string,
  { file, name, fields = {} }: Form,
  onProgress: (share: number) => void,
  isAnswer: (data: unknown) => data is T,
): Promise<T> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', file, name)
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.open('POST', BASE + path)
    request.timeout = TIMEOUT
    request.withCredentials = true
    request.setRequestHeader('accept-language', readerLanguage())
    request.setRequestHeader('authorization', `Bearer ${credentials().token() ?? ''}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('load', () => {
      const data = parseBody(request.responseText)
      if (request.status < 300 && isAnswer(data)) resolve(data)
      else if (request.status < 300) reject(new CallFailed('answer', '', { status: request.status, data: undefined }))
      else reject(new CallFailed('answer', '', { status: request.status, data }))
    })
    for (const event of ['error', 'timeout', 'abort'])
      request.addEventListener(event, () => reject(new CallFailed('no-answer', texts.networkOnTheWay)))
    request.send(form)
  })
}

const isUploaded = (data: unknown): data is Uploaded => field(data, 'publicId') !== undefined
