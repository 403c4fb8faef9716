import type { Uploaded } from '@kindred/contract/profiles/pictures'
import { parseBody, BASE } from './base.ts'
import { texts } from './error-text.ts'
import { CallFailed, field } from './failure.ts'
import { readerLanguage } from './reader-language.ts'
import { asSignedIn, type Answer } from './send.ts'

const TIMEOUT = 120_000

export const uploadPicture = (file: Blob, name: string, onProgress: OnProgress): Promise<Uploaded> =>
  uploadFile('/media', { file, name }, onProgress, isUploaded)

type Form = { file: Blob; name: string; fields?: Readonly<Record<string, string>> }

type OnProgress = (share: number) => void

/** Uploads a file. The form's other fields have to come before the file. */
export async function uploadFile<T>(
  path: string,
  form: Form,
  onProgress: OnProgress,
  isAnswer: (data: unknown) => data is T,
): Promise<T> {
  const { status, data } = await asSignedIn((token) => sendForm(path, form, onProgress, token))
  if (status < 300 && isAnswer(data)) return data
  throw new CallFailed('answer', '', { status, data: status < 300 ? undefined : data })
}

/** By an XMLHttpRequest, because a fetch doesn't report how much has been sent. */
function sendForm(
  path: string,
  { file, name, fields = {} }: Form,
  onProgress: OnProgress,
  token: string | null,
): Promise<Answer> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', file, name)
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.open('POST', BASE + path)
    request.timeout = TIMEOUT
    request.withCredentials = true
    request.setRequestHeader('accept-language', readerLanguage())
    request.setRequestHeader('authorization', `Bearer ${token ?? ''}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('load', () => resolve({ status: request.status, data: parseBody(request.responseText) }))
    for (const event of ['error', 'timeout', 'abort'])
      request.addEventListener(event, () => reject(new CallFailed('no-answer', texts.networkOnTheWay)))
    request.send(form)
  })
}

const isUploaded = (data: unknown): data is Uploaded => field(data, 'publicId') !== undefined
