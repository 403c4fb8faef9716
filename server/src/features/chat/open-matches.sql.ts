import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../infra/db/db.ts'

export const isOpen = (viewerId: string | RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (m.a_id = ${viewerId} or m.b_id = ${viewerId}) and m.ended_at is null
  and exists (select from identity_people o
    where o.id = case when m.a_id = ${viewerId} then m.b_id else m.a_id end and o.state in ('active', 'paused'))
  and not exists (select from discovery_blocks where one_id = m.a_id and other_id = m.b_id)`

type OpenMatch = { other_id: string; last_seq: number }

export const openMatch = async (db: Db | Tx, viewerId: string, matchId: string): Promise<OpenMatch | undefined> =>
  (
    await sql<OpenMatch>`
      select case when m.a_id = ${viewerId} then m.b_id else m.a_id end as other_id, m.last_seq
      from matching_matches m where m.id = ${matchId} and ${isOpen(viewerId)}`.execute(db)
  ).rows[0]
