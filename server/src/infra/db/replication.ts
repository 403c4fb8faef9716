import { sql } from 'kysely'
import { first } from '../first.ts'
import type { Db } from './db.ts'

type Standby = { name: string; isSynchronous: boolean; seconds: number }
export type Slot = { name: string; isActive: boolean; isLost: boolean; retained: number }
export type Replication = {
  standbys: Standby[]
  slots: Slot[]
  /**
   * True if these are all standbys. Any role can see that there are none, but only some roles see the details of one.
   */
  isVisible: boolean
  needsSynchronous: boolean
}

export async function replicationOf(db: Db): Promise<Replication> {
  const settings = await sql<{ visible: boolean; names: string }>`
    select pg_has_role('pg_read_all_stats', 'usage') or not exists (select from pg_stat_replication) as visible,
      current_setting('synchronous_standby_names') as names`.execute(db)
  const { visible, names } = first(settings.rows)
  const standbys = await sql<Standby>`
    select coalesce(application_name, '') as name, coalesce(sync_state, '') in ('sync', 'quorum') as "isSynchronous",
      coalesce(extract(epoch from replay_lag), 0)::float as seconds
    from pg_stat_replication where ${visible} and state in ('streaming', 'catchup')`.execute(db)
  const slots = await sql<Slot>`
    select slot_name as name, active as "isActive",
      coalesce(wal_status in ('unreserved', 'lost'), false) as "isLost",
      coalesce(pg_wal_lsn_diff(
        case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, restart_lsn
      ), 0)::bigint as retained
    from pg_replication_slots`.execute(db)
  return { standbys: standbys.rows, slots: slots.rows, isVisible: visible, needsSynchronous: names !== '' }
}

/** The lag in seconds. If no primary is sending, this is the age of the replica's data. */
export async function replicaLag(replica: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select case
        when not pg_is_in_recovery() then 0
        when exists (select from pg_stat_wal_receiver) and pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
        else coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)
      end::float as seconds`.execute(replica)
  return first(rows).seconds
}
