import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from './db/db.ts'
import { first } from './first.ts'

// The time of the last backup is in the database, so that every server can report its age.

const KEY = 'backup-once'

/** `once`: seconds since the last backup. `none`: seconds since the installation began, without a backup. */
export type BackupAge = { kind: 'once' | 'none'; seconds: number }

export const noteBackup = (client: pg.Client) =>
  client.query(
    `insert into facts (key, value) values ($1, to_jsonb(clock_timestamp()))
      on conflict (key) do update set value = excluded.value`,
    [KEY],
  )

export async function backupAge(db: Db): Promise<BackupAge> {
  const { rows } = await sql<BackupAge>`
    select case when made is null then 'none' else 'once' end as kind,
      extract(epoch from clock_timestamp() - coalesce(made, begun))::float as seconds
    from (select
      (select (value #>> '{}')::timestamptz from facts where key = ${KEY}) as made,
      (select min(applied_at) from migrations) as begun) known`.execute(db)
  return first(rows)
}
