import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from './db/db.ts'

// When the database was last backed up. The database itself remembers, so that every server can say how old that is.

export type BackupKind = 'once' | 'continuous'
/** `none`: there has been no backup since the installation began, that many seconds ago. */
export type BackupAge = { kind: BackupKind | 'none'; seconds: number }

const keyOf = (kind: BackupKind) => `backup-${kind}`
const KEYS = ['once', 'continuous'] as const

export const noteBackup = (client: pg.Client, kind: BackupKind) =>
  client.query(
    `insert into facts (key, value) values ($1, to_jsonb(clock_timestamp()))
      on conflict (key) do update set value = excluded.value`,
    [keyOf(kind)],
  )

/** A continuous backup that was given up isn't late. */
export const forgetBackup = (client: pg.Client, kind: BackupKind) =>
  client.query('delete from facts where key = $1', [keyOf(kind)])

export async function backupAges(db: Db): Promise<BackupAge[]> {
  const keys = KEYS.map(keyOf)
  const { rows } = await sql<BackupAge>`
    with made as (
      select substr(key, length('backup-') + 1) as kind, (value #>> '{}')::timestamptz as at
      from facts where key = any(${keys})
    ), begun as (
      select 'none' as kind, min(timestamp)::timestamptz as at from kysely_migration
      where not exists (select from made)
    )
    select kind, extract(epoch from clock_timestamp() - at)::float as seconds
    from (select * from made union all select * from begun) each
    where at is not null order by kind`.execute(db)
  return rows
}
