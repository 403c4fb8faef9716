import { diskStorage } from './disk.ts'
import { s3Storage, type Bucket } from './s3.ts'

/** Stores files. A key has letters, digits, dots and slashes. A file is never changed, only replaced as a whole. */
export type Storage = {
  put: (key: string, bytes: Uint8Array) => Promise<void>
  /** Returns null if there is no such file. */
  get: (key: string) => Promise<Buffer | null>
  /** Succeeds even if there is no such file. */
  remove: (key: string) => Promise<void>
}

export const chooseStorage = (folder: string, bucket: Bucket | undefined): Storage =>
  bucket ? s3Storage(bucket) : diskStorage(folder)
