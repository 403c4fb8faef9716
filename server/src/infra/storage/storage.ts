import { diskStorage } from './disk.ts'
import { s3Storage, type Bucket } from './s3.ts'

/** Where files are kept. A key is letters, digits, dots and slashes; what is there is never changed, only replaced whole. */
export type Storage = {
  put: (key: string, bytes: Uint8Array) => Promise<void>
  /** Null where there is none. */
  get: (key: string) => Promise<Buffer | null>
  /** Removing what is not there succeeds. */
  remove: (key: string) => Promise<void>
}

export const chooseStorage = (folder: string, bucket: Bucket | undefined): Storage =>
  bucket ? s3Storage(bucket) : diskStorage(folder)
