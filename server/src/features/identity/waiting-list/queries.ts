import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { AdmissionRegions } from '../../../infra/db/schema.ts'
import type { Side } from './rules.ts'

/** Everyone who waits in some region, in order, including those who can't be counted and so keep their place. */
export const listWaiting = async (db: Db): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select a.id from accounts a join admissions m on m.account_id = a.id
      where a.admission = 'region' order by m.waits_since, a.id`.execute(db)
  ).rows.map(({ id }) => id)

export type RegionRow = Selectable<AdmissionRegions>

export const findRegions = (db: Db): Promise<RegionRow[]> =>
  db.selectFrom('admission_regions').selectAll().orderBy('waiting', 'desc').orderBy('region').execute()

export const findRegion = (db: Db | Tx, region: string): Promise<RegionRow | undefined> =>
  db.selectFrom('admission_regions').selectAll().where('region', '=', region).executeTakeFirst()

type Counted = { waiting: number; members: number; sides: readonly Side[]; opens: boolean }

/** A region that has opened stays open. */
export const saveCounts = (tx: Tx, region: string, { waiting, members, sides, opens }: Counted, now: Date) =>
  sql`insert into admission_regions as r (region, opened_at, waiting, members, sides, counted_at)
    values (${region}, ${opens ? now : null}, ${waiting}, ${members}, ${JSON.stringify(sides)}::jsonb, ${now})
    on conflict (region) do update set opened_at = coalesce(r.opened_at, excluded.opened_at),
      waiting = excluded.waiting, members = excluded.members, sides = excluded.sides,
      counted_at = excluded.counted_at`.execute(tx)

export const openByStaff = (tx: Tx, region: string, now: Date) =>
  sql`update admission_regions set opened_at = ${now}, for_everyone = true where region = ${region}`.execute(tx)

/** The next count opens the region again if it's due. */
export const closeByStaff = (tx: Tx, region: string) =>
  sql`update admission_regions set opened_at = null, for_everyone = false where region = ${region}`.execute(tx)

/**
 * The number of people who fit is saved at most once a day: someone who changes their preferences again and again would
 * otherwise find out what others look for. Someone who changes their region has none until then.
 */
export const saveFitting = (
  tx: Tx,
  region: string,
  { ids, fitting }: { ids: readonly string[]; fitting: readonly number[] },
  now: Date,
) =>
  sql`update admissions m set region = ${region},
      fitting = case when f.is_due then f.fitting when m.region = ${region} then m.fitting end,
      fitting_at = case when f.is_due then ${now} else m.fitting_at end
    from (
      select c.id, c.fitting,
        b.fitting_at is null or b.fitting_at <= ${now}::timestamptz - interval '1 day' as is_due
      from unnest(${ids}::uuid[], ${fitting}::smallint[]) c(id, fitting) join admissions b on b.account_id = c.id) f
    where m.account_id = f.id and (f.is_due or m.region is distinct from ${region})`.execute(tx)

/** Takes those out of their region who aren't counted there any more. */
export async function forgetOthers(tx: Tx, counted: readonly string[], regions: readonly string[]): Promise<void> {
  await sql`update admissions set region = null
    where region is not null and account_id <> all(${counted}::uuid[])`.execute(tx)
  await sql`update admission_regions set waiting = 0
    where waiting > 0 and region <> all(${regions}::text[])`.execute(tx)
}

export type OwnRow = {
  region: string
  fitting: number | null
  before: number
  waiting: number
  opened_at: Date | null
  counted_at: Date
}

export const findOwnRegion = async (db: Db, id: string): Promise<OwnRow | undefined> =>
  (
    await sql<OwnRow>`
      select m.region, m.fitting, r.waiting, r.opened_at, r.counted_at,
        (select count(*)::int from admissions o where o.region = m.region
          and (o.waits_since, o.account_id) < (m.waits_since, m.account_id)) as before
      from admissions m join admission_regions r on r.region = m.region
      where m.account_id = ${id}`.execute(db)
  ).rows[0]
