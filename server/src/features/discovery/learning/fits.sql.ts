import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { first } from '../../../infra/first.ts'
import type { StandingRow } from '../deck/candidates.sql.ts'
import { ageFromSql, genderGroupsOf } from './age-groups.ts'
import type { FittedGroups, GroupMoments } from './fit.ts'

type ChoiceRow = { chooser_id: string; chosen_id: string; likes: boolean }

/** In larger communities a day has enough swipes. In smaller ones, older swipes count too. */
const WINDOWS = [1, 7, 30, 365]

export async function latestChoices(db: Db, now: Date, most: number): Promise<ChoiceRow[]> {
  for (const [nth, days] of WINDOWS.entries()) {
    const { rows } = await sql<ChoiceRow>`
      select chooser_id, chosen_id, action <> 'pass' as likes from choices
      where at >= ${now}::timestamptz - make_interval(days => ${days}::int) order by at desc limit ${most}`.execute(db)
    if (rows.length === most || nth === WINDOWS.length - 1) return rows.toReversed()
  }
  return []
}

type MemberRow = StandingRow & { account_id: string; age_from: number | null }

export async function standingsOf(db: Db, ids: readonly string[]): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select account_id, shown_to, gave_likes, gave, got_likes, got, shown,
      case when born is not null then ${ageFromSql(sql`born`)} end as age_from
    from standings where account_id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** Shares of fewer swipes are left out. */
const FEWEST_CHOICES = 5

type MomentsRow = GroupMoments & { gender_group: string }

export async function momentsOf(db: Db): Promise<MomentsRow[]> {
  const moments = (likes: string, of: string) => {
    const share = sql`${sql.ref(likes)}::float8 / ${sql.ref(of)}`
    const counted = sql`filter (where ${sql.ref(of)} >= ${FEWEST_CHOICES})`
    return sql`jsonb_build_object('members', count(*) ${counted}, 'mean', coalesce(avg(${share}) ${counted}, 0),
      'variance', coalesce(var_pop(${share}) ${counted}, 0),
      'meanOfInverse', coalesce(avg(1.0 / ${sql.ref(of)}) ${counted}, 0))`
  }
  const { rows } = await sql<MomentsRow>`
    select gender_group, ${moments('gave_likes', 'gave')} as gives, ${moments('got_likes', 'got')} as gets
    from (select g.gender_group, gave_likes, nullif(gave, 0) as gave, got_likes, nullif(got, 0) as got
      from standings s join ${genderGroupsOf}) s
    group by gender_group`.execute(db)
  return rows
}

export type NewFit = {
  fitted_at: Date
  choices: number
  calibration: number
  loss: number
  loss_in_use: number
  adopted: boolean
  groups: FittedGroups
}

export async function saveFit(tx: Tx, { groups, ...fit }: NewFit): Promise<number> {
  const { version } = await tx
    .insertInto('order_fits')
    .values((row) => ({
      ...fit,
      groups: JSON.stringify(groups),
      version: row.selectFrom('order_fits').select(sql<number>`max(version) + 1`.as('next')),
    }))
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

type InUse = { version: number; pinned: boolean }

/** The lock lasts until the transaction ends: of two concurrent changes, the second sees the first. */
export async function lockInUse(tx: Tx): Promise<InUse> {
  const { rows } = await sql<InUse>`
    select version, pinned from order_groups order by gender_group for update`.execute(tx)
  return first(rows)
}

/** Applies to decks and to the database's own functions. Returns the number of groups. */
export async function putIntoUse(tx: Tx, version: number, pinned: boolean): Promise<number> {
  const { numAffectedRows } = await sql`
    update order_groups o set version = f.version, pinned = ${pinned},
      gives_likes = (g.value #>> '{gives,likes}')::real, gives_of = (g.value #>> '{gives,of}')::real,
      gets_likes = (g.value #>> '{gets,likes}')::real, gets_of = (g.value #>> '{gets,of}')::real,
      usual = (g.value ->> 'usual')::real, weights = g.value -> 'weights'
    from order_fits f, jsonb_each(f.groups) g
    where f.version = ${version} and g.key = o.gender_group`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export const versionInUse = (db: Db): Promise<InUse> =>
  db.selectFrom('order_groups').select(['version', 'pinned']).limit(1).executeTakeFirstOrThrow()

export type FitRow = {
  version: number
  fitted_at: Date
  choices: number
  calibration: number | null
  loss: number | null
  loss_in_use: number | null
  adopted: boolean
  groups: FittedGroups
}

export async function latestFits(db: Db, most: number): Promise<FitRow[]> {
  const { rows } = await sql<FitRow>`
    select * from order_fits
    where version in (select version from order_fits order by version desc limit ${most})
      or version in (select version from order_groups)
    order by version desc`.execute(db)
  return rows
}

export async function bestFit(tx: Tx): Promise<number> {
  const { version } = await tx
    .selectFrom('order_fits')
    .select('version')
    .where('adopted', '=', true)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return version
}
