import { ApiError, message } from '@kindred/contract'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The fields of a form that other software posts. None may come twice. */
export function parseFields(bytes: Buffer): Record<string, string> {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw new ApiError('malformed_request', 'We couldn’t read the request.')
  }
  const fields = [...new URLSearchParams(text)]
  const byName = new Map(fields)
  if (byName.size !== fields.length)
    throw new ApiError('malformed_request', message('The body has the same key twice.'))
  return Object.fromEntries(byName)
}
