/** What stands beside the files of a backup, so that a restore can tell whether it has all of them. */
export type Manifest = {
  version: string
  at: string
  migrations: string[]
  tables: { name: string; rows: number; sha256: string }[]
  media: number
  /** The jobs that waited; backups of older versions have none. */
  queue?: { rows: number; sha256: string }
}

/** The file of the queue, and what of a job is needed to do it elsewhere. */
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
