import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from './file-store.ts'

/** Stores files in a folder, spread over subfolders by the first two letters of their key. */
export function diskStorage(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key.replaceAll('/', '.'))
  return {
    put: async (key, bytes) => {
      const file = pathOf(key)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      // Writes to a temporary file first, so that a full disk never leaves half a file under the key.
      const temporary = `${file}.${randomBytes(4).toString('hex')}`
      try {
        await writeFile(temporary, bytes, { mode: 0o600 })
        await rename(temporary, file)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    get: (key) =>
      readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}
