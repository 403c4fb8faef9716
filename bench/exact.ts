import { sql, type RawBuilder } from 'kysely'
import { scoreOf, type Known } from '../server/src/features/discovery/compatibility/rules.ts'
import { groupsLabel } from '../server/src/features/discovery/eligibility/rules.ts'
import { activityOf, isAwayWith, rank } from '../server/src/features/discovery/deck/rules.ts'
import { readOrder, readUsualShare, turnsFor } from '../server/src/features/discovery/index.ts'
import { keysFrom } from '../server/src/infra/keys.ts'
import { NO_PLAN_CACHE, type Db } from '../server/src/infra/db/db.ts'
import { present } from './present.ts'
import type { Bench } from './server.ts'
import { SECRET } from './sessions.ts'

// The exact deck: every eligible person, ranked by the product's own parameters. Speed doesn't matter here.

type Everyone = {
  id: string
  shown_to: number | null
  gaveLikes: number
  gave: number
  gotLikes: number
  got: number
  shown: number
  last_active_at: Date | null
  show_last_active: boolean
}

/** The product's eligibility rules, implemented a second time without regard to speed. */
async function fitting(db: Db, id: string) {
  const v = await db
    .selectFrom('listings')
    .selectAll()
    .select(sql<number>`extract(year from age(current_date, born))::int`.as('age'))
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow()
  const squared = sql`(${v.x}::float8 - l.x) ^ 2 + (${v.y}::float8 - l.y) ^ 2 + (${v.z}::float8 - l.z) ^ 2`
  const blurred = sql`(array[2, 5, 10, 25, 50])[greatest(${v.level}::smallint, l.level) + 1]`
  const isWithin = (most: RawBuilder<unknown>) => sql`(${squared} <= ${most} ^ 2 and ${blurred} <= ${most})`
  const [basics, filters] = [sql`${JSON.stringify(v.basics)}::jsonb`, sql`${JSON.stringify(v.filters)}::jsonb`]
  return sql<Everyone>`${NO_PLAN_CACHE}
    select l.account_id as id, s.shown_to, s.gave_likes as "gaveLikes", s.gave, s.got_likes as "gotLikes", s.got, s.shown,
      a.last_active_at, a.show_last_active
    from listings l join ranking_stats s on s.account_id = l.account_id join accounts a on a.id = l.account_id
    where l.account_id <> ${id}
      and l.shown_to & seeks(${v.wants}) > 0 and ${v.shown_to}::smallint & seeks(l.wants) > 0
      and extract(year from age(current_date, l.born)) between ${v.age_min} and ${v.age_max}
      and ${v.age} between l.age_min and l.age_max
      and (${v.reach}::int is null or ${isWithin(sql`${v.reach}::int`)}) and (l.reach is null or ${isWithin(sql`l.reach`)})
      and meets(${filters}, l.basics, l.intention, l.photo_checked)
      and meets(l.filters, ${basics}, ${v.intention}, ${v.photo_checked})
      and (not l.incognito or l.account_id in (
        select chooser_id from likes_received where chosen_id = ${id} and reached))
      and l.account_id not in (select chosen_id from choices where chooser_id = ${id})
      and l.account_id not in (
        select case when a_id = ${id} then b_id else a_id end from matches where ${id} in (a_id, b_id))
      and l.account_id not in (select blocked_id from blocks where blocker_id = ${id})
      and l.account_id not in (select blocker_id from blocks where blocked_id = ${id})`.execute(db)
}

async function knownOf(db: Db, ids: readonly string[]): Promise<Map<string, Known>> {
  const { rows } = await sql<Omit<Known, 'answers'> & { id: string; answers: Known['answers'] }>`
    select p.account_id as id, p.intention, p.interests, p.basics, coalesce((select jsonb_object_agg(question_id,
      jsonb_build_array(answer, accepted, importance))
      from answers where account_id = p.account_id and not skipped and shown), '{}') as answers
    from profiles p where p.account_id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...profile }) => [id, profile]))
}

export async function exactDeck({ db }: Bench, id: string): Promise<Map<string, number>> {
  const { rows } = await fitting(db, id)
  const own = await db.selectFrom('ranking_stats').selectAll().where('account_id', '=', id).executeTakeFirstOrThrow()
  const known = await knownOf(db, [id, ...rows.map((row) => row.id)])
  const [orderOf, usual] = await Promise.all([readOrder(db), readUsualShare(db)])
  const me = {
    group: orderOf(groupsLabel(own.shown_to)),
    gaveLikes: own.gave_likes,
    gave: own.gave,
    gotLikes: own.got_likes,
    got: own.got,
    shown: own.shown,
  }
  const turn = turnsFor(keysFrom([SECRET]), id)
  return new Map(
    rows.map((row) => {
      const activity = activityOf(row.last_active_at, row.show_last_active, new Date())
      const compatibility = scoreOf(present(known.get(id)), present(known.get(row.id)), usual)?.score ?? null
      return [
        row.id,
        rank(me, {
          ...row,
          group: orderOf(groupsLabel(row.shown_to)),
          activity,
          compatibility,
          isAway: isAwayWith(activity),
          turn: turn(row.id),
        }),
      ]
    }),
  )
}
