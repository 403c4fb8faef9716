import { join } from 'node:path'
import { mediaFolder, outboxFolder, type Config } from './config.ts'
import type { Deps } from './deps.ts'
import { theBuild } from './infra/build.ts'
import { keysFrom, keysInFile, type Keys } from './infra/keys.ts'
import { chooseMailer } from './infra/mail/mailer.ts'
import type { Logger } from './infra/log.ts'
import type { Bucket } from './infra/storage/s3.ts'
import { chooseStore, type Storage } from './infra/storage/storage.ts'
import { withWaiting } from './infra/storage/waiting.ts'
import { openExporter } from './infra/tracing/export.ts'
import { tracingTo, type Tracing } from './infra/tracing/tracing.ts'

export const mailerOf = (config: Config) =>
  chooseMailer({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    publicUrl: config.PUBLIC_URL,
    outbox: outboxFolder(config),
    requireTLS: config.production,
  })

export const keysOf = ({ TOKEN_SECRET, DATA_DIR }: Config): Keys =>
  TOKEN_SECRET ? keysFrom(TOKEN_SECRET) : keysInFile(join(DATA_DIR, 'token.secret'))

export const bucketOf = (config: Config): Bucket | undefined =>
  config.S3_ENDPOINT && config.S3_BUCKET && config.S3_ACCESS_KEY_ID && config.S3_SECRET_ACCESS_KEY
    ? {
        endpoint: config.S3_ENDPOINT,
        region: config.S3_REGION ?? 'us-east-1',
        bucket: config.S3_BUCKET,
        accessKeyId: config.S3_ACCESS_KEY_ID,
        secretAccessKey: config.S3_SECRET_ACCESS_KEY,
      }
    : undefined

export function storageOf(config: Config, deps: Pick<Deps, 'db' | 'clock' | 'log'>): Storage {
  const bucket = bucketOf(config)
  return withWaiting({ ...deps, store: chooseStore(mediaFolder(config), bucket) }, bucket !== undefined)
}

export const openTracing = ({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Config, log: Logger): Tracing | undefined =>
  endpoint ? tracingTo(openExporter(endpoint, theBuild.version, log)) : undefined
