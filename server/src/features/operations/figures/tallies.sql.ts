import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'

/** Includes the changes that haven't been added up yet. */
export const tallies = (now: Date, condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select * from account_tallies where counts_from is null and ${condition}
  union all
  select * from account_tallies where counts_from <= ${now} and ${condition}`

type Traits = {
  status: 'all' | 'active' | 'inactive' | 'verified'
  type: 'all' | 'vip' | 'free'
  gender?: string | undefined
  complete?: boolean | undefined
}

/** Uses the tallies, so no account is read. */
export async function countAlike(db: Db, { status, type, gender, complete }: Traits, now: Date): Promise<number> {
  const terms: RawBuilder<unknown>[] = [sql`kind = 'traits'`]
  if (status === 'verified') terms.push(sql`verified`)
  else if (status !== 'all') terms.push(sql`active = ${status === 'active'}`)
  if (type !== 'all') terms.push(sql`vip = ${type === 'vip'}`)
  if (gender) terms.push(sql`gender = ${gender.toLowerCase()}`)
  if (complete) terms.push(sql`complete`)
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(count), 0)::int as total from (${tallies(now, sql.join(terms, sql` and `))}) lines`.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * Sorted by joining time, the `day` on which the account after this many others joined, and how many of the others
 * joined on the same day (`rest`). No account is read.
 */
export function dayAfterOthers(others: number, order: 'newest' | 'oldest', now: Date): RawBuilder<unknown> {
  const days = sql`
    select joined, sum(count) as accounts from (${tallies(now, sql`kind = 'joined-day'`)}) lines group by joined`
  const inOrder = order === 'newest' ? sql`joined desc` : sql`joined`
  return sql`
    select joined as day, ${others} - before as rest
    from (select joined, accounts, sum(accounts) over (order by ${inOrder}) - accounts as before from (${days}) d) days
    where before <= ${others} and ${others} < before + accounts`
}

export async function countOnline(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('identity_sightings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('seen_at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Keeps the number of rows that the dashboard reads small. */
export async function mergeChanges(db: Db, now: Date): Promise<void> {
  await sql`
    with due as (delete from account_tallies where counts_from <= ${now} returning *)
    insert into account_tallies
    select kind, joined, born, gender, active, verified, complete, vip, sum(count) from due
    group by kind, joined, born, gender, active, verified, complete, vip having sum(count) <> 0
    on conflict (kind, joined, born, gender, active, verified, complete, vip) where counts_from is null
      do update set count = account_tallies.count + excluded.count`.execute(db)
  // A tally of 0 may still contain a gender in someone's own words, so it must not stay.
  await db.deleteFrom('account_tallies').where('count', '=', 0).where('counts_from', 'is', null).execute()
}
