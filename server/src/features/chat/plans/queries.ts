import { type RawBuilder, sql } from 'kysely'
import { isOpen } from '../queries.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'

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
  created_at: Date
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
  select id, match_id, proposer_id, slots, place, state, starts_at, over_at, created_at, decided_at from date_plans
  where match_id = ${matchId} and created_at >= ${since}`

/**
 * The open plan of a match, if any, and then its newest ones. Plans of an earlier match of the same people don't count.
 * Of two concurrent proposals, the replaced one may be the newer.
 */
export const plansOfMatch = async (db: Db | Tx, matchId: string, since: Date, most: number): Promise<PlanRow[]> =>
  (
    await sql<PlanRow>`${planOf(matchId, since)}
      order by state in ('proposed', 'accepted') desc, created_at desc limit ${most}`.execute(db)
  ).rows

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

/** The time from which a slowed sender may write to someone new. If that is now, the next wait begins. */
export async function paceFirstMessage(tx: Tx, matchId: string, senderId: string, now: Date): Promise<Date | null> {
  const pace = (counts: boolean) =>
    sql<{ at: Date | null }>`
    select moderation_pace_first_message(${senderId}, ${now}, ${counts}) as at where not exists (
      select from messages where match_id = ${matchId} and sender_id = ${senderId})`.execute(tx)
  const at = (await pace(false)).rows[0]?.at ?? null
  if (at && at <= now) await pace(true)
  return at
}

export const updatePlan = (
  tx: Tx,
  id: string,
  values: { state: State; decided_at: Date; starts_at?: Date; over_at?: Date; reminded_at?: Date | null },
) => tx.updateTable('date_plans').set(values).where('id', '=', id).execute()

export type DuePlan = { id: string; match_id: string; starts_at: Date; one_id: string; other_id: string }

const isStillOn: RawBuilder<boolean> = sql<boolean>`
  exists (select from matching_matches m where m.id = p.match_id and m.created_at <= p.created_at
    and ${isOpen(sql`p.proposer_id`)}
    and exists (select from identity_people a where a.id = p.proposer_id and a.state in ('active', 'paused')))`

type OpenPlanRow = PlanRow & { name: string | null }

export const openPlans = async (db: Db, viewerId: string, overAfter: Date): Promise<OpenPlanRow[]> =>
  (
    await sql<OpenPlanRow>`
      select p.id, p.match_id, p.proposer_id, p.slots, p.place, p.state, p.starts_at, p.over_at, p.created_at, p.decided_at,
        o.first_name as name
      from date_plans p
        join identity_people o on o.id = case when p.proposer_id = ${viewerId} then p.receiver_id else p.proposer_id end
      where ${viewerId} in (p.proposer_id, p.receiver_id) and p.state in ('proposed', 'accepted')
        and p.over_at > ${overAfter} and ${isStillOn}
      order by coalesce(p.starts_at, p.slots[1]), p.id limit 100`.execute(db)
  ).rows

type PastPlanRow = { id: string; match_id: string; place: Buffer; starts_at: Date; name: string | null }

export const pastPlans = async (db: Db, viewerId: string, from: Date, until: Date): Promise<PastPlanRow[]> =>
  (
    await sql<PastPlanRow>`
      select p.id, p.match_id, p.place, p.starts_at, o.first_name as name
      from date_plans p
        join identity_people o on o.id = case when p.proposer_id = ${viewerId} then p.receiver_id else p.proposer_id end
      where ${viewerId} in (p.proposer_id, p.receiver_id) and p.state in ('accepted', 'done')
        and p.over_at > ${from} and p.over_at <= ${until} and ${isStillOn}
      order by p.starts_at desc limit 20`.execute(db)
  ).rows

type BetweenRow = Pick<PlanRow, 'id' | 'proposer_id' | 'place' | 'state' | 'decided_at'> & { created_at: Date }

/** The suggestions of two people, the last ones first. */
export const plansBetween = async (db: Db, one: string, other: string): Promise<BetweenRow[]> =>
  (
    await sql<BetweenRow>`
      select p.id, p.proposer_id, p.place, p.state, p.decided_at, p.created_at
      from matching_matches m join date_plans p on p.match_id = m.id
      where m.a_id = least(${one}::uuid, ${other}::uuid) and m.b_id = greatest(${one}::uuid, ${other}::uuid)
      order by p.created_at desc limit 100`.execute(db)
  ).rows

type SuggestedRow = Pick<PlanRow, 'proposer_id' | 'place'> & { receiver_id: string; created_at: Date }

export const plansSince = (db: Db, firstId: string, most: number): Promise<SuggestedRow[]> =>
  db
    .selectFrom('date_plans')
    .select(['proposer_id', 'receiver_id', 'place', 'created_at'])
    .where('id', '>=', firstId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

/** The places of a member's own latest suggestions, newest first. */
export const suggestedPlaces = (db: Db, viewerId: string) =>
  db
    .selectFrom('date_plans')
    .select('place')
    .where('proposer_id', '=', viewerId)
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()

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

type Candidate = DuePlan & { time_zone: string }

export const lockUnprompted = async (tx: Tx, from: Date, until: Date, limit: number): Promise<Candidate[]> =>
  (
    await sql<Candidate>`
      select p.id, p.match_id, p.starts_at, p.proposer_id as one_id, p.receiver_id as other_id, a.time_zone
      from date_plans p join identity_people a on a.id = p.proposer_id
      where p.state in ('accepted', 'done') and p.asked_at is null and p.starts_at >= ${from} and p.starts_at < ${until}
        and ${isStillOn}
      order by p.starts_at limit ${limit} for update of p skip locked`.execute(tx)
  ).rows

export const markPrompted = (tx: Tx, ids: readonly string[], now: Date) =>
  tx.updateTable('date_plans').set({ asked_at: now }).where('id', 'in', ids).execute()

type QuestionRow = { id: string; name: string | null; starts_at: Date }

export const openQuestions = async (db: Db, viewerId: string): Promise<QuestionRow[]> =>
  (
    await sql<QuestionRow>`
      select p.id, o.first_name as name, p.starts_at
      from date_plans p
        join identity_people o on o.id = case when p.proposer_id = ${viewerId} then p.receiver_id else p.proposer_id end
      where ${viewerId} in (p.proposer_id, p.receiver_id) and p.asked_at is not null and ${isStillOn}
        and not exists (select from date_answers where plan_id = p.id and account_id = ${viewerId})
      order by p.starts_at desc limit 20`.execute(db)
  ).rows

type AnswerRow = {
  id: string
  plan_id: string | null
  name: string | null
  starts_at: Date
  met: boolean
  again: boolean | null
}

export const answersOf = async (db: Db, viewerId: string): Promise<AnswerRow[]> =>
  (
    await sql<AnswerRow>`
      select d.id, d.plan_id, d.starts_at, d.met, d.again,
        (select o.first_name from date_plans p join identity_people o on o.id = d.other_id
          where p.id = d.plan_id and ${isStillOn}) as name
      from date_answers d where d.account_id = ${viewerId} order by d.starts_at desc limit 50`.execute(db)
  ).rows

export const isOrderLearning = async (db: Db): Promise<boolean> =>
  (await sql<{ from_dates: boolean }>`select from_dates from discovery_learning`.execute(db)).rows.some(
    ({ from_dates }) => from_dates,
  )

type AskedPlan = { id: string; starts_at: Date; other_id: string }

/** Finds a date that the viewer may rate, and waits for the viewer's concurrent answers. */
export const lockAsked = async (tx: Tx, viewerId: string, id: string): Promise<AskedPlan | undefined> =>
  (
    await sql<AskedPlan>`
      select p.id, p.starts_at,
        case when p.proposer_id = ${viewerId} then p.receiver_id else p.proposer_id end as other_id
      from date_plans p
      where p.id = ${id} and ${viewerId} in (p.proposer_id, p.receiver_id) and p.asked_at is not null and ${isStillOn}
      for update of p`.execute(tx)
  ).rows[0]

type NewAnswer = {
  plan_id: string
  account_id: string
  other_id: string
  starts_at: Date
  met: boolean
  again: boolean | null
  answered_at: Date
}

export const saveAnswer = (tx: Tx, answer: NewAnswer) =>
  tx
    .insertInto('date_answers')
    .values(answer)
    .onConflict((row) =>
      row
        .columns(['plan_id', 'account_id'])
        .doUpdateSet({ met: answer.met, again: answer.again, answered_at: answer.answered_at }),
    )
    .execute()

export const lockMutualInterest = async (tx: Tx, from: Date, until: Date, limit: number): Promise<DuePlan[]> =>
  (
    await sql<DuePlan>`
      select p.id, p.match_id, p.starts_at, p.proposer_id as one_id, p.receiver_id as other_id
      from date_plans p
      where p.both_again_at is null and p.id in (
        select d.plan_id from date_answers d where d.again and d.answered_at >= ${from} and d.answered_at <= ${until})
        and (select count(*) from date_answers d
          where d.plan_id = p.id and d.again and d.answered_at <= ${until}) = 2
        and ${isStillOn}
      order by p.starts_at limit ${limit} for update of p skip locked`.execute(tx)
  ).rows

export const markMutualInterest = (tx: Tx, ids: readonly string[], now: Date) =>
  tx.updateTable('date_plans').set({ both_again_at: now }).where('id', 'in', ids).execute()

export const deleteAnswer = (db: Db, id: string, accountId: string) =>
  db
    .deleteFrom('date_answers')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()

export type ShareRow = {
  id: string
  details: Buffer
  starts_at: Date
  check_at: Date | null
  expires_at: Date
  home_at: Date | null
  cancelled_at: Date | null
}

const columns = ['id', 'details', 'starts_at', 'check_at', 'expires_at', 'home_at', 'cancelled_at'] as const

type NewShare = Omit<ShareRow, 'id' | 'home_at' | 'cancelled_at'> & {
  plan_id: string
  account_id: string
  token_hash: Buffer
  created_at: Date
}

/** Each person has one link to a plan: a new one replaces it. */
export const saveShare = (tx: Tx, share: NewShare): Promise<ShareRow> =>
  tx
    .insertInto('plan_shares')
    .values(share)
    .onConflict((row) =>
      row.columns(['plan_id', 'account_id']).doUpdateSet({ ...share, home_at: null, cancelled_at: null }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()

export const sharesOfPlans = (db: Db | Tx, accountId: string, planIds: readonly string[], now: Date) =>
  db
    .selectFrom('plan_shares')
    .select([...columns, 'plan_id'])
    .where('account_id', '=', accountId)
    .where('plan_id', 'in', planIds)
    .where('expires_at', '>', now)
    .execute()

export const shareOf = async (db: Db | Tx, planId: string, accountId: string, now: Date) =>
  (await sharesOfPlans(db, accountId, [planId], now))[0]

export const sharesOf = (db: Db, accountId: string, now: Date): Promise<ShareRow[]> =>
  db
    .selectFrom('plan_shares')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .where('cancelled_at', 'is', null)
    .orderBy('starts_at')
    .execute()

type FoundShare = ShareRow & { account_id: string; is_off: boolean }

/**
 * `is_off` is true if an unmatch ended the plan before the date started. After that, the friend still waits for news. A
 * block changes nothing, like the end of an account, because the other member could read it here.
 */
export const shareByToken = async (db: Db, tokenHash: Buffer, now: Date): Promise<FoundShare | undefined> =>
  (
    await sql<FoundShare>`
      select s.id, s.account_id, s.details, s.starts_at, s.check_at, s.expires_at, s.home_at, s.cancelled_at,
        coalesce(m.created_at > p.created_at or m.ended_at < s.starts_at, false) as is_off
      from plan_shares s left join date_plans p on p.id = s.plan_id left join matching_matches m on m.id = p.match_id
      where s.token_hash = ${tokenHash} and s.expires_at > ${now}`.execute(db)
  ).rows[0]

export const saveHomecoming = (db: Db, id: string, accountId: string, now: Date) =>
  db
    .updateTable('plan_shares')
    .set((row) => ({ home_at: row.fn.coalesce('home_at', row.val(now)) }))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst()

export const deleteShare = (db: Db, id: string, accountId: string) =>
  db
    .deleteFrom('plan_shares')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()

export const cancelShares = (tx: Tx, planId: string, now: Date) =>
  tx
    .updateTable('plan_shares')
    .set({ cancelled_at: now })
    .where('plan_id', '=', planId)
    .where('home_at', 'is', null)
    .execute()

export const deleteSharesOver = (db: Db, now: Date) =>
  db.deleteFrom('plan_shares').where('expires_at', '<=', now).execute()
