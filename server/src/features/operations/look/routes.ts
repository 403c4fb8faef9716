import { ApiError, LOOK_PATH, type look, type LookUse, type Upload } from '@kindred/contract'
import { createHash } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import type { Handlers } from '../../../http/mount.ts'
import type { Viewer } from '../../../http/session.ts'
import { minutes } from '../../../infra/clock.ts'

const RETRY_SECONDS = 60

/** The key in the storage, and the path on our server. */
export const lookFileKey = (name: string): string => `${LOOK_PATH.slice(1)}/${name}`

export const lookBudget = (accountId: string) => ({ key: `look:${accountId}`, limit: 60, within: minutes(60) })

/** The hash of a file's content, or of all sizes of an icon. */
export function lookFileId(contents: readonly Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const content of contents) hash.update(content)
  return hash.digest('hex').slice(0, 32)
}

export function storedLater(log: Deps['log'], err: unknown): ApiError {
  log.error({ err }, 'a file of the look could not be stored')
  return new ApiError('unavailable', 'We can’t save photos right now. Please try again in a few minutes.', {
    retryAfter: RETRY_SECONDS,
  })
}

/**
 * Stores a file under the hash of its content, so its address never changes. Files stay when a newer version of the
 * configuration no longer names them, because older versions can be restored.
 */
async function uploadLookFile(
  { budgets, images, storage, log }: Deps,
  { account }: Viewer,
  use: LookUse,
  { bytes }: Upload,
): Promise<string> {
  await budgets.spend([lookBudget(account.id)])
  const files = await images.drawLookFile(bytes, use)
  const id = lookFileId(files.map(({ bytes: content }) => content))
  const names = files.map(
    ({ width, height, name, type }) => `${id}-${width}x${height}${name === 'masked' ? '-masked' : ''}.${type}`,
  )
  try {
    for (const [at, file] of files.entries()) await storage.put(lookFileKey(names[at]!), file.bytes)
  } catch (err) {
    throw storedLater(log, err)
  }
  return names[0]!
}

export const lookHandlers: Handlers<typeof look> = {
  uploadLookFile: async (context, { params, file }) => ({
    data: { file: await uploadLookFile(context, context.viewer, params.use, file) },
  }),
}
