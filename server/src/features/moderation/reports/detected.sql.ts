import { sql, type Updateable } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'
import type { Reports } from '../../../infra/db/schema.ts'
import type { Found } from '../monitoring/monitored.sql.ts'
import type { Detected } from './detected.ts'

/** Reports by rules about one person are saved in sequence. */
export async function findOpenDetected(tx: Tx, about: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended('reports by rules about ' || ${about}, 0))`.execute(tx)
  const { rows } = await sql<{ id: string; detection: Detected[] }>`
    select id, detection from reports
    where about_id = ${about} and detection is not null and status in ('pending', 'in_progress')
    order by created_at limit 1 for update`.execute(tx)
  return rows[0]
}

export const updateDetected = (tx: Tx, id: string, values: Updateable<Reports>, now: Date) =>
  tx
    .updateTable('reports')
    .set((eb) => ({ ...values, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export async function messageText(tx: Tx, { id, match }: Found): Promise<{ text?: string; at?: string }> {
  const { rows } = await sql<{ text: string | null; created_at: Date }>`
    select text, created_at from chat_messages where match_id = ${match} and id = ${id}`.execute(tx)
  const [message] = rows
  return message ? { text: message.text ?? '', at: message.created_at.toISOString() } : {}
}
