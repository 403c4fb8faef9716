import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { isOpen } from '../open-matches.sql.ts'

type State = 'proposed' | 'accepted' | 'declined' | 'cancelled' | 'replaced' | 'done'

export type PlanRow = {
  id: string
  match_id: string
  proposer_id: string
  slots: Date[]
  place: Buffer
  state: State
  starts_at: Date | null
  over_at: Date
  decided_at: Date | null
}

export type Pair = { other_id: string; other_name: string | null; muted: boolean; created_at: Date }

export const openPair = async (db: Db | Tx, viewerId: string, matchId: string): Promise<Pair | undefined> =>
  (
    await sql<Pair>`
      select o.id as other_id, o.first_name as other_name, m.created_at,
        case when m.a_id = o.id then m.a_muted else m.b_muted end as muted
      from matching_matches m
        join identity_people o on o.id = case when m.a_id = ${viewerId} then m.b_id else m.a_id end
      where m.id = ${matchId} and ${isOpen(viewerId)}`.execute(db)
  ).rows[0]

const planOf = (matchId: string, since: Date) => sql`
  select id, match_id, proposer_id, slots, place, state, starts_at, over_at, decided_at from date_plans
  where match_id = ${matchId} and created_at >= ${since}`

/**
 * The open plan of a match, or else its newest one. Plans of an earlier match of the same people don't count. Of two
 * concurrent proposals, the replaced one may be the newer.
 */
export const latestPlan = async (db: Db | Tx, matchId: string, since: Date): Promise<PlanRow | undefined> =>
  (
    await sql<PlanRow>`${planOf(matchId, since)}
      order by state in ('proposed', 'accepted') desc, created_at desc limit 1`.execute(db)
  ).rows[0]

export const lockPlan = async (tx: Tx, matchId: string, id: string, since: Date): Promise<PlanRow | undefined> =>
  (await sql<PlanRow>`${planOf(matchId, since)} and id = ${id} for update`.execute(tx)).rows[0]

export const lockOpenPlan = (tx: Tx, matchId: string) =>
  tx
    .selectFrom('date_plans')
    .select(['id', 'state', 'starts_at', 'created_at'])
    .where('match_id', '=', matchId)
    .where('state', 'in', ['proposed', 'accepted'])
    .forUpdate()
    .executeTakeFirst()

type NewPlan = { match_id: string; proposer_id: string; receiver_id: string; slots: Date[]; place: Buffer }

export const insertPlan = (tx: Tx, plan: NewPlan & { over_at: Date }, now: Date) =>
  tx
    .insertInto('date_plans')
    .values({ ...plan, created_at: now })
    .execute()

export const updatePlan = (
  tx: Tx,
  id: string,
  values: { state: State; decided_at: Date; starts_at?: Date; over_at?: Date; reminded_at?: Date | null },
) => tx.updateTable('date_plans').set(values).where('id', '=', id).execute()

export type DuePlan = { id: string; match_id: string; starts_at: Date; one_id: string; other_id: string }

export const isStillOn: RawBuilder<boolean> = sql<boolean>`
  exists (select from matching_matches m where m.id = p.match_id and m.created_at <= p.created_at
    and ${isOpen(sql`p.proposer_id`)}
    and exists (select from identity_people a where a.id = p.proposer_id and a.state in ('active', 'paused')))`

export type OpenPlanRow = PlanRow & { name: string | null }

export const openPlans = async (db: Db, viewerId: string, overAfter: Date): Promise<OpenPlanRow[]> =>
  (
    await sql<OpenPlanRow>`
      select p.id, p.match_id, p.proposer_id, p.slots, p.place, p.state, p.starts_at, p.over_at, p.decided_at,
        o.first_name as name
      from date_plans p
        join identity_people o on o.id = case when p.proposer_id = ${viewerId} then p.receiver_id else p.proposer_id end
      where ${viewerId} in (p.proposer_id, p.receiver_id) and p.state in ('proposed', 'accepted')
        and p.over_at > ${overAfter} and ${isStillOn}
      order by coalesce(p.starts_at, p.slots[1]), p.id limit 100`.execute(db)
  ).rows

export const claimReminders = async (tx: Tx, now: Date, until: Date, limit: number): Promise<DuePlan[]> =>
  (
    await sql<DuePlan>`
      update date_plans set reminded_at = ${now} where id in (
        select p.id from date_plans p
        where p.state = 'accepted' and p.reminded_at is null and p.starts_at > ${now} and p.starts_at <= ${until}
          and ${isStillOn}
        order by p.starts_at limit ${limit} for update of p skip locked)
      returning id, match_id, starts_at, proposer_id as one_id, receiver_id as other_id`.execute(tx)
  ).rows

export const firstNames = async (tx: Tx, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await tx.selectFrom('identity_people').select(['id', 'first_name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, first_name }) => [id, first_name ?? '']))
}

export const deletePlansOver = (db: Db, before: Date) =>
  db.deleteFrom('date_plans').where('over_at', '<', before).execute()
