import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type pg from 'pg'
import * as z from 'zod/mini'

/** Describes the files of a backup, so that a restore can check that it has all of them. */
export const Manifest = z.object({
  version: z.string(),
  at: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), sha256: z.string() })),
  media: z.number(),
  queue: z.optional(z.object({ rows: z.number(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>

export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  const chunks: AsyncIterable<Buffer> = createReadStream(file)
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

/** The queue's file, and the columns needed to run its jobs elsewhere. */
export const QUEUE = 'pgboss.job'
export const JOB_COLUMNS = [
  'id',
  'name',
  'priority',
  'data',
  'state',
  'retry_limit',
  'retry_count',
  'retry_delay',
  'retry_backoff',
  'retry_delay_max',
  'expire_seconds',
  'heartbeat_seconds',
  'start_after',
  'created_on',
  'keep_until',
  'dead_letter',
  'policy',
  'source_name',
  'source_id',
  'source_created_on',
  'source_retry_count',
  'source_output',
] as const

/** Excludes generated columns, because the database fills them itself. */
export async function writtenColumns(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  return rows.map(({ name }) => `"${name}"`).join(', ')
}
