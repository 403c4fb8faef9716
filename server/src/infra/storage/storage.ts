import { diskStorage } from './disk.ts'
import { s3Storage, type Bucket } from './s3.ts'
import type { FileStore } from './file-store.ts'

export type WaitingFile = { key: string; owner: string }

/** Stores files in a folder, or in a bucket that may fail for a while (waiting.ts). */
export type Storage = {
  /**
   * A file with an owner (the ID of an account or of evidence) waits in the database if the bucket doesn't take it in
   * time. Other files fail, and their callers retry.
   */
  put: (key: string, bytes: Uint8Array, owner?: string) => Promise<void>
  get: (key: string) => Promise<Buffer | null>
  remove: (key: string) => Promise<void>
  moveWaiting: () => Promise<void>
  waitingBefore: (time: Date) => Promise<WaitingFile[]>
}

export const chooseStore = (folder: string, bucket: Bucket | undefined): FileStore =>
  bucket ? s3Storage(bucket) : diskStorage(folder)
