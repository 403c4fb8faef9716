import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from './db/db.ts'
import { JOBS } from './jobs.ts'

// Servers of one database have to share their media and push keys. With its own folder or keys, a server would lack
// every photo that another one stored. Each server announces both in the name of its connections for jobs, which it
// uses every few seconds, and which disappear with it.

export type Shared = { media: string; pushKeys: string }

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)

export const nameFor = ({ media, pushKeys }: Shared): string => `${JOBS} ${digest(media)} ${digest(pushKeys)}`

/** Identifies a folder on all servers that share it, wherever it is mounted. */
export function nameOfFolder(folder: string): string {
  const file = join(folder, 'folder.id')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) writeFileSync(file, randomUUID(), { flag: 'wx' })
  return readFileSync(file, 'utf8')
}

export async function assertSharedWithOthers(db: Db, shared: Shared): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name like ${`${JOBS} %`}
      and (state_change is null or state_change > now() - interval '30 seconds')`.execute(db)
  const [, , media, pushKeys] = nameFor(shared).split(' ')
  const others = rows.map(({ name }) => name.split(' '))
  const problems = [
    others.some((other) => other[2] !== media) &&
      'Another server on this database stores its media elsewhere, so some pictures would be missing. ' +
        'Set S3_ENDPOINT and its group on all servers, or let them share the folder DATA_DIR/media.',
    others.some((other) => other[3] !== pushKeys) &&
      'Another server on this database has other push keys, so browsers would refuse notifications. ' +
        'Set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY to the same keys on all servers.',
  ].filter((problem) => problem !== false)
  if (problems.length > 0)
    throw new Error([...problems, 'If there is no other server, start with SINGLE_SERVER=yes.'].join('\n'))
}
