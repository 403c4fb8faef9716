import { sql } from 'kysely'
import { first } from '../first.ts'
import { SLOT } from '../continuous/slot.ts'
import type { Db } from './db.ts'

// Standbys and slots, as the primary sees them, and how far a replica is behind.

export type Standby = { name: string; isSynchronous: boolean; seconds: number }
/** Our own continuous backup has a slot, too, and reads the log as a standby does. */
export type Slot = { name: string; isBackup: boolean; isActive: boolean; isLost: boolean; retained: number }
export type Replication = {
  standbys: Standby[]
  slots: Slot[]
  /** Whether these are all standbys. Any role can see that there is none, but only some see more than that of one. */
  isVisible: boolean
  /** Whether commits wait for a standby. */
  needsSynchronous: boolean
}

/** Any role sees which process reads which slot. */
const notBackup = sql`pid not in (
  select active_pid from pg_replication_slots where slot_name = ${SLOT} and active_pid is not null)`

export async function replicationOf(db: Db): Promise<Replication> {
  const settings = await sql<{ visible: boolean; names: string }>`
    select pg_has_role('pg_read_all_stats', 'usage') or not exists (select from pg_stat_replication where ${notBackup})
        as visible,
      current_setting('synchronous_standby_names') as names`.execute(db)
  const { visible, names } = first(settings.rows)
  const standbys = await sql<Standby>`
    select coalesce(application_name, '') as name, coalesce(sync_state, '') in ('sync', 'quorum') as "isSynchronous",
      coalesce(extract(epoch from replay_lag), 0)::float as seconds
    from pg_stat_replication where ${visible} and ${notBackup} and state in ('streaming', 'catchup')`.execute(db)
  const slots = await sql<Slot>`
    select slot_name as name, slot_name = ${SLOT} as "isBackup", active as "isActive",
      coalesce(wal_status in ('unreserved', 'lost'), false) as "isLost",
      coalesce(pg_wal_lsn_diff(
        case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, restart_lsn
      ), 0)::bigint as retained
    from pg_replication_slots`.execute(db)
  return { standbys: standbys.rows, slots: slots.rows, isVisible: visible, needsSynchronous: names !== '' }
}

/** By how many seconds a replica is behind. Without a primary that sends, that is the age of what it has. */
export async function replicaLag(replica: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select case
        when not pg_is_in_recovery() then 0
        when exists (select from pg_stat_wal_receiver) and pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
        else coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)
      end::float as seconds`.execute(replica)
  return first(rows).seconds
}
