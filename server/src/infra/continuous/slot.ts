import type pg from 'pg'
import { first } from '../first.ts'
import { toLsn } from './replication.ts'

// The database keeps its log for the backup in a slot, from the position that the backup has confirmed.

export const SLOT = 'kindred_backup'
const LOCK = 4_117_326_004

export const forgetSlot = (client: pg.Client) =>
  client.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1', [SLOT])

/** Where the slot keeps the log from. It is created if there is none. */
export async function openSlot(client: pg.Client): Promise<number> {
  const look = () =>
    client.query<{ from: string }>(
      `select restart_lsn::text as from from pg_replication_slots
        where slot_name = $1 and restart_lsn is not null and wal_status <> 'lost'`,
      [SLOT],
    )
  const { rows } = await look()
  if (rows[0]) return toLsn(rows[0].from)
  // A slot that lost its place can't be used any longer.
  await forgetSlot(client)
  await client.query('select pg_create_physical_replication_slot($1, true)', [SLOT])
  return toLsn(first((await look()).rows).from)
}

/** Only one process may write to the folder. */
export async function claim(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LOCK])
  if (!first(rows).free) throw new Error('Another continuous backup of this database is running.')
}
