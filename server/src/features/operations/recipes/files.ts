import { ApiError, invalidField, message } from '@kindred/contract'
import { fileTypeFromBuffer } from 'file-type'
import type { Deps } from '../../../deps.ts'
import { lookBudget, lookFileId, lookFileKey, storedLater } from '../look/routes.ts'

type Files = readonly (readonly [name: string, bytes: Buffer])[]

const refuse = (name: string) => {
  return invalidField(`files.${name}`, message('This file isn’t what its name says. Export the recipe again.'))
}

/** The order in which the sizes of an icon were hashed. */
const order = (name: string) => [name.includes('-masked'), -Number(/-(\d+)x/.exec(name)?.[1] ?? 0)] as const
const inOrder = ([one]: Files[number], [other]: Files[number]) => {
  const [[oneMasked, oneSize], [otherMasked, otherSize]] = [order(one), order(other)]
  return Number(oneMasked) - Number(otherMasked) || oneSize - otherSize
}

/** Files keep their names, which are hashes of their content, so a recipe can’t change what another version shows. */
async function assertGenuine(images: Deps['images'], files: Files): Promise<void> {
  for (const [name, bytes] of files) {
    if ((await fileTypeFromBuffer(bytes))?.ext !== name.split('.').at(-1)) throw refuse(name)
    // Only a whole picture can be drawn again. Its file stays as it is.
    await images.drawLookFile(bytes, 'logo').catch((error: unknown) => {
      throw error instanceof ApiError && error.code === 'unavailable' ? error : refuse(name)
    })
  }
  const groups = Map.groupBy(files, ([name]) => name.slice(0, name.indexOf('-')))
  for (const [id, group] of groups)
    if (lookFileId(group.toSorted(inOrder).map(([, bytes]) => bytes)) !== id) throw refuse(group[0]![0])
}

export async function storeFiles(
  { budgets, images, storage, log }: Deps,
  accountId: string,
  sent: Readonly<Record<string, string>>,
): Promise<void> {
  const files = Object.entries(sent).map(([name, content]) => [name, Buffer.from(content, 'base64')] as const)
  if (files.length === 0) return
  await budgets.spend([lookBudget(accountId)])
  await assertGenuine(images, files)
  try {
    for (const [name, bytes] of files) await storage.put(lookFileKey(name), bytes)
  } catch (err) {
    throw storedLater(log, err)
  }
}
