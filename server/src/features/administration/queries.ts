import { sql, type Updateable } from 'kysely'
import type { Profile } from '../../http/session.ts'
import type { Db, Tx } from '../../infra/db/db.ts'
import type { Accounts, Profiles } from '../../infra/db/schema.ts'

type Figures = {
  total: number
  active: number
  online: number
  this_month: number
  last_month: number
  complete: number
  verified: number
  vip: number
  months: Record<string, number>
  vip_months: Record<string, number>
  ages: Record<string, number>
  genders: Record<string, number>
}

/** Everything that is counted, in one pass over the accounts. Months and ages are those of the viewer's calendar. */
export async function figures(db: Db, now: Date, onlineSince: Date, zone: string, fromMonth: string): Promise<Figures> {
  const { rows } = await sql<Figures>`
    with people as (
      select to_char(created_at at time zone ${zone}, 'YYYY-MM') as month,
        state in ('active', 'paused') as active, last_active_at >= ${onlineSince} as online, coalesce(premium_until > ${now}, false) as vip, email_verified_at is not null as verified,
        extract(year from age((${now}::timestamptz at time zone ${zone})::date, date_of_birth))::int as age,
        coalesce(lower(profiles.gender), 'not-specified') as gender,
        profiles.gender is not null and cardinality(profiles.interested_in) > 0 and date_of_birth is not null and profiles.city is not null as complete
      from accounts left join profiles on profiles.account_id = accounts.id
      where state <> 'erased'
    ), month as (select to_char(${now}::timestamptz at time zone ${zone}, 'YYYY-MM') as this,
      to_char((${now}::timestamptz at time zone ${zone}) - interval '1 month', 'YYYY-MM') as last)
    select count(*)::int as total,
      count(*) filter (where active)::int as active,
      count(*) filter (where online)::int as online,
      count(*) filter (where vip)::int as vip,
      count(*) filter (where people.month = (select this from month))::int as this_month,
      count(*) filter (where people.month = (select last from month))::int as last_month,
      count(*) filter (where complete)::int as complete,
      count(*) filter (where verified)::int as verified,
      coalesce((select jsonb_object_agg(each.month, each.n) from (select p.month, count(*) as n from people p where p.month >= ${fromMonth} group by 1) each), '{}') as months,
      coalesce((select jsonb_object_agg(each.month, each.n) from (select p.month, count(*) as n from people p where p.vip and p.month >= ${fromMonth} group by 1) each), '{}') as vip_months,
      coalesce((select jsonb_object_agg(each.age, each.n) from (select p.age, count(*) as n from people p where p.age is not null group by 1) each), '{}') as ages,
      coalesce((select jsonb_object_agg(each.gender, each.n) from (select p.gender, count(*) as n from people p group by 1) each), '{}') as genders
    from people`.execute(db)
  return rows[0]!
}

export const newest = (db: Db, count: number) =>
  db
    .selectFrom('accounts')
    .select(['id', 'first_name', 'last_name', 'email', 'created_at', 'state', 'last_active_at', 'premium_until'])
    .where('state', '!=', 'erased')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()

export type Wish = {
  search?: string | undefined
  status: 'all' | 'active' | 'inactive' | 'online' | 'verified'
  type: 'all' | 'vip' | 'free'
}

const everyone = (db: Db | Tx) =>
  db
    .selectFrom('accounts')
    .leftJoin('profiles', 'profiles.account_id', 'accounts.id')
    .where('accounts.state', '!=', 'erased')

/** Whoever fits the filters. What is searched for is text: its signs mean nothing else. */
const fitting = (db: Db, { search, status, type }: Wish, onlineSince: Date, now: Date) =>
  everyone(db)
    .$if(Boolean(search), (query) =>
      query.where(
        sql<boolean>`lower(first_name || ' ' || last_name || ' ' || coalesce(email, '')) like ${`%${search!.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`,
      ),
    )
    .$if(status === 'active', (query) => query.where('accounts.state', 'in', ['active', 'paused']))
    .$if(status === 'inactive', (query) => query.where('accounts.state', 'not in', ['active', 'paused']))
    .$if(status === 'online', (query) => query.where('accounts.last_active_at', '>=', onlineSince))
    .$if(status === 'verified', (query) => query.where('accounts.email_verified_at', 'is not', null))
    .$if(type === 'vip', (query) => query.where(sql<boolean>`coalesce(accounts.premium_until > ${now}, false)`))
    .$if(type === 'free', (query) =>
      query.where(sql<boolean>`coalesce(accounts.premium_until > ${now}, false) = false`),
    )

const whole = sql<Profile | null>`to_jsonb(profiles)`.as('profile')

const orders = {
  newest: sql`accounts.created_at desc, accounts.id desc`,
  oldest: sql`accounts.created_at, accounts.id`,
  name: sql`lower(accounts.first_name), lower(accounts.last_name), accounts.id`,
  lastActive: sql`accounts.last_active_at desc nulls last, accounts.id desc`,
} as const

export async function users(
  db: Db,
  wish: Wish & { sort?: keyof typeof orders },
  onlineSince: Date,
  now: Date,
  page: number,
  limit: number,
) {
  const rows = await fitting(db, wish, onlineSince, now)
    .selectAll('accounts')
    .select(whole)
    .orderBy(orders[wish.sort ?? 'newest'])
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await fitting(db, wish, onlineSince, now)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export const userById = (db: Db | Tx, id: string) =>
  everyone(db).selectAll('accounts').select(whole).where('accounts.id', '=', id).executeTakeFirst()

/** Moves an account from one of the states to another; nothing where it stands in none of them. */
export async function moveState(tx: Tx, id: string, from: readonly string[], to: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set((eb) => ({ state: to, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const holdUser = (tx: Tx, id: string) =>
  tx
    .selectFrom('accounts')
    .select(['id', 'version', 'email', 'is_admin'])
    .where('id', '=', id)
    .where('state', '!=', 'erased')
    .forUpdate()
    .executeTakeFirst()

/** All of them are held, in one order, so that two who go at once are not both the last but one. */
export const holdAdministrators = (tx: Tx) =>
  tx.selectFrom('accounts').select('id').where('is_admin', '=', true).orderBy('id').forUpdate().execute()

export const editAccount = (tx: Tx, id: string, values: Updateable<Accounts>) =>
  tx
    .updateTable('accounts')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export async function editProfile(
  tx: Tx,
  account_id: string,
  values: Updateable<Profiles>,
  updated_at: Date,
): Promise<void> {
  if (Object.keys(values).length === 0) return
  await tx
    .insertInto('profiles')
    .values({ ...values, account_id, updated_at })
    .onConflict((row) => row.column('account_id').doUpdateSet({ ...values, updated_at }))
    .execute()
}

/** The next of everybody who fits, after the last one of the batch before. */
export const batch = (
  db: Db,
  wish: Wish,
  onlineSince: Date,
  now: Date,
  after: { joined: string; id: string } | undefined,
  most: number,
) =>
  fitting(db, wish, onlineSince, now)
    .select([
      'accounts.id',
      'first_name',
      'last_name',
      'email',
      'accounts.created_at',
      'last_active_at',
      'state',
      'premium_until',
      'email_verified_at',
      'gender',
      'city',
      'country',
    ])
    // As text: a date of JavaScript's would lose its microseconds, and with them whoever joined in the same moment.
    .select(sql<string>`accounts.created_at::text`.as('joined'))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(accounts.created_at, accounts.id) < (${after?.joined}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('accounts.created_at', 'desc')
    .orderBy('accounts.id', 'desc')
    .limit(most)
    .execute()
