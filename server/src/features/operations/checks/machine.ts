import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { leavesUnencrypted, type Config } from '../../../config.ts'
import type { Db } from '../../../infra/db/db.ts'
import { overRedis } from '../../../infra/fan-out/over-redis.ts'
import { keysFrom, readSecrets } from '../../../infra/keys.ts'
import { assertKeyOpens, LostKeyError } from '../../../infra/lasting-keys.ts'
import type { Mailer } from '../../../infra/mail/mailer.ts'
import { certificate, fine, problem, warning, type Check, type Finding } from './checks.ts'
import { listed } from '../../../infra/words.ts'
import type { FileStore } from '../../../infra/storage/file-store.ts'

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const LEAST_FREE = 2 * 1024 ** 3
const LEAST_SHARE = 0.1

export function diskFinding(folder: string, free: number, size: number): Finding {
  const left = `${(free / 1024 ** 3).toFixed(1)} GB (${Math.round((free / size) * 100)} %)`
  if (free >= LEAST_FREE && free / size >= LEAST_SHARE) return fine(`${left} are free in ${folder}.`)
  return problem(`Only ${left} are free in ${folder}.`, 'Free some space, or move DATA_DIR to a larger disk.')
}

/** The embedded database may be on a different disk from its DATA_DIR (infra/embedded/place.ts). */
async function disk({ DATA_DIR }: Config): Promise<Finding> {
  const record = join(DATA_DIR, 'database.location')
  const folders = [DATA_DIR, ...(existsSync(record) ? [readFileSync(record, 'utf8').trim()] : [])].filter(existsSync)
  const findings = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, blocks, bsize } = await statfs(folder)
      return diskFinding(folder, bavail * bsize, blocks * bsize)
    }),
  )
  const [usual = fine('Nothing has been stored yet.')] = findings
  return findings.find(({ passed }) => !passed) ?? usual
}

async function mail({ SMTP_URL }: Config, mailer: Mailer): Promise<Finding> {
  try {
    await mailer.check()
  } catch (error) {
    return problem(`The mail server refuses us: ${reasonOf(error)}.`, 'Check SMTP_URL and the mail server’s log.')
  }
  return fine(SMTP_URL ? 'The mail server accepts our sign-in.' : 'Emails are written to a folder.')
}

async function storage({ S3_ENDPOINT }: Config, files: FileStore): Promise<Finding> {
  const [key, content] = [`checks/${randomUUID()}`, Buffer.from('It’s safe to delete this file.')]
  try {
    await files.put(key, content)
    const read = await files.get(key)
    await files.remove(key)
    if (!read?.equals(content)) throw new Error('it returned something other than what was stored')
  } catch (error) {
    const remedy = S3_ENDPOINT ? 'Check S3_ENDPOINT, S3_BUCKET and the rights of its key.' : 'Check DATA_DIR.'
    return problem(`Pictures can’t be stored: ${reasonOf(error)}.`, remedy)
  }
  return fine(`Pictures can be stored, read and deleted in ${S3_ENDPOINT ? 'the bucket' : 'DATA_DIR/media'}.`)
}

async function keys({ TOKEN_SECRET, DATA_DIR }: Config, db: Db): Promise<Finding> {
  const file = join(DATA_DIR, 'token.secret')
  const secrets = TOKEN_SECRET ?? (existsSync(file) ? readSecrets(file) : [])
  try {
    await assertKeyOpens(db, keysFrom(secrets))
  } catch (error) {
    if (error instanceof LostKeyError) return { passed: false, message: error.message }
    throw error
  }
  return fine('TOKEN_SECRET opens the keys in the database.')
}

async function redis(url: string): Promise<Finding> {
  try {
    const link = await overRedis(url)({ received: () => {}, lost: () => {} })
    link.drop()
  } catch (error) {
    return problem(`Redis doesn’t respond: ${reasonOf(error)}.`, 'Check REDIS_URL. Live events wait for it.')
  }
  return fine('Redis responds.')
}

function encryption(config: Config): Finding {
  const open = (['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const).filter((name) =>
    leavesUnencrypted(config[name]),
  )
  if (open.length === 0) return fine('No connection to a database leaves this machine unencrypted by accident.')
  return warning(
    `${listed(open)} ${open.length === 1 ? 'leads' : 'lead'} to another machine without encryption.`,
    'Add ?sslmode=verify-full, or ?sslmode=disable if no one else can reach that network.',
  )
}

export type Parts = { config: Config; mailer: Mailer; storage: FileStore; now: () => number }

export function machineChecks({ config, mailer, storage: files, now }: Parts): Check[] {
  const { REDIS_URL, PUBLIC_URL, API_URL, S3_ENDPOINT } = config
  const hosts = new Set([PUBLIC_URL, API_URL, S3_ENDPOINT].flatMap((url) => (url ? new URL(url).origin : [])))
  return [
    { name: 'disk', look: () => disk(config) },
    { name: 'encryption', look: async () => encryption(config) },
    { name: 'mail', look: () => mail(config, mailer) },
    { name: 'storage', look: () => storage(config, files) },
    ...(REDIS_URL ? [{ name: 'redis', look: () => redis(REDIS_URL) }] : []),
    ...[...hosts]
      .filter((origin) => origin.startsWith('https:'))
      .map((origin) => ({ name: 'certificate', look: () => certificate(new URL(origin), now()) })),
  ]
}

export const keyCheck = (config: Config, db: Db): Check => ({ name: 'keys', look: () => keys(config, db) })
