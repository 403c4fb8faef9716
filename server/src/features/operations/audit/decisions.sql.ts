import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

export async function wasNotedSince(tx: Tx, id: string, actions: readonly string[], since: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from audit_log
    where subject_id = ${id} and action = any(${actions}) and at > ${since} limit 1`.execute(tx)
  return rows.length > 0
}

export async function wasNotedBy(
  db: Db,
  actorId: string,
  id: string,
  actions: readonly string[],
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`select 1 from audit_log
    where subject_id = ${id} and actor_id = ${actorId} and action = any(${actions}) and at > ${since}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Looks change nothing. */
const looks = ['account.viewed', 'account.opened', 'account.voice-opened', 'account.revealed']

export async function lastChanger(tx: Tx, id: string, since: Date): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select a.full_name as name from audit_log l join identity_people a on a.id = l.actor_id
    where l.subject_id = ${id} and l.actor_kind = 'administrator' and l.at > ${since}
      and l.action <> all(${looks})
    order by l.at desc, l.id desc limit 1`.execute(tx)
  return rows[0]?.name
}
