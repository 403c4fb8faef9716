/** A folder or a bucket. A key has letters, digits, dots and slashes. A file is never changed, only replaced. */
export type FileStore = {
  /** Fails if the upload takes longer than `within` milliseconds. */
  put: (key: string, bytes: Uint8Array, within?: number) => Promise<void>
  get: (key: string) => Promise<Buffer | null>
  remove: (key: string) => Promise<void>
}
