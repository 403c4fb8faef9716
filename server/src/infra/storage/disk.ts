import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Storage } from './storage.ts'

/** Files in a folder, spread over subfolders by the first two letters of their key. */
export function diskStorage(folder: string): Storage {
  const place = (key: string) => join(folder, key.slice(0, 2), key.replaceAll('/', '.'))
  return {
    put: async (key, bytes) => {
      const file = place(key)
      await mkdir(dirname(file), { recursive: true })
      // Whole or not at all: a disk that fills up leaves nothing half-written under the name.
      const fresh = `${file}.${randomBytes(4).toString('hex')}`
      try {
        await writeFile(fresh, bytes)
        await rename(fresh, file)
      } catch (error) {
        await rm(fresh, { force: true })
        throw error
      }
    },
    get: (key) =>
      readFile(place(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    remove: (key) => rm(place(key), { force: true }),
  }
}
