import type { Config } from '../../config.ts'
import { mediaFolder } from '../../config.ts'
import { diskStorage } from './disk.ts'
import { s3Storage } from './s3.ts'

/** Where files are kept. A key is letters, digits, dots and slashes; what is there is never changed, only replaced whole. */
export type Storage = {
  put: (key: string, bytes: Uint8Array) => Promise<void>
  /** Null where there is none. */
  get: (key: string) => Promise<Buffer | null>
  /** Removing what is not there succeeds. */
  remove: (key: string) => Promise<void>
}

export const chooseStorage = (config: Config): Storage =>
  config.S3_ENDPOINT && config.S3_BUCKET && config.S3_ACCESS_KEY_ID && config.S3_SECRET_ACCESS_KEY
    ? s3Storage({
        endpoint: config.S3_ENDPOINT,
        region: config.S3_REGION ?? 'us-east-1',
        bucket: config.S3_BUCKET,
        accessKeyId: config.S3_ACCESS_KEY_ID,
        secretAccessKey: config.S3_SECRET_ACCESS_KEY,
      })
    : diskStorage(mediaFolder(config))
