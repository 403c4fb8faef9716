import fc from 'fast-check'
import { sql, type Updateable } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Answering } from '../../src/http/caller.ts'
import { groupGenders } from '../../src/features/moderation/administration/rules.ts'
import { listUsers } from '../../src/features/moderation/administration/read-users.ts'
import { mergeTallies } from '../../src/features/operations/stats/jobs.ts'
import { statistics } from '../../src/features/moderation/administration/statistics.ts'
import { openDb, openPool, transaction, type Db } from '../../src/infra/db/db.ts'
import type { Accounts, Profiles } from '../../src/infra/db/schema.ts'
import { inFuture, present } from '../../../scripts/present.ts'
import { rounds } from '../proofs.ts'
import { cloneDatabase, startWorld } from '../world.ts'

/** Counts the same stats from the accounts themselves. */
async function plainly(db: Db, zone: string, now: Date) {
  const { rows } = await sql<Record<string, number>>`
    with here as (select accounts.*, is_complete(date_of_birth, profiles.gender, interested_in, city) as whole, premium_until > ${now} is true as vip, to_char(created_at at time zone ${zone}, 'YYYY-MM') as month,
        extract(day from created_at at time zone ${zone}) as day, extract(day from ${now}::timestamptz at time zone ${zone}) as today,
        to_char(${now}::timestamptz at time zone ${zone}, 'YYYY-MM') as this_month,
        to_char(${now}::timestamptz at time zone ${zone} - interval '1 month', 'YYYY-MM') as last_month
      from accounts left join profiles on account_id = id where state <> 'erased')
    select count(*)::int as total, count(*) filter (where vip)::int as vip,
      count(*) filter (where state in ('active', 'paused'))::int as active,
      count(*) filter (where last_active_at >= ${now}::timestamptz - interval '2 minutes')::int as online,
      count(*) filter (where month = this_month)::int as "newThisMonth",
      count(*) filter (where month = last_month)::int as "newLastMonth",
      count(*) filter (where month = last_month and day <= today)::int as "newLastMonthSoFar",
      count(*) filter (where whole)::int as "profileComplete",
      count(*) filter (where email_verified_at is not null)::int as "emailVerified" from here`.execute(db)
  const { rows: growth } = await sql<{ month: string; total: number; vip: number }>`
    select to_char(created_at at time zone ${zone}, 'YYYY-MM') as month, count(*)::int as total,
      count(*) filter (where premium_until > ${now})::int as vip from accounts where state <> 'erased' group by 1 order by 1`.execute(
    db,
  )
  const { rows: ages } = await sql<{ bucket: string; count: number }>`
    select bucket, count(*)::int as count from (select case when age between 18 and 25 then '18-25' when age between 26 and 35 then '26-35'
        when age between 36 and 45 then '36-45' when age between 46 and 55 then '46-55' when age between 56 and 120 then '56+' end as bucket
      from accounts, extract(year from age((${now}::timestamptz at time zone ${zone})::date, date_of_birth)) age where state <> 'erased') b
    where bucket is not null group by 1 order by 1`.execute(db)
  const { rows: genders } = await sql<{ gender: string; count: number }>`
    select coalesce(lower(profiles.gender), 'not-specified') as gender, count(*)::int as count
    from accounts left join profiles on account_id = id where state <> 'erased' group by 1 order by 1`.execute(db)
  return { plain: rows[0]!, growth, ages, genders }
}

const caller: Answering['caller'] = { language: 'en' }
const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/St_Johns', 'Asia/Kathmandu', 'Europe/Lisbon']
const date = (min: string, max: string) =>
  fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true }).map((day) => day.toISOString())
const born = fc.option(date('1900-01-01', '2008-01-01').map((day) => day.slice(0, 10)))
const joined = date('2026-01-01', present().toISOString())
const gender = fc.option(fc.constantFrom('woman', 'man', 'non-binary', 'Agender'))

type Change = (db: Db, id: string) => Promise<unknown>
const set =
  (values: Updateable<Accounts>): Change =>
  (db, id) =>
    db.updateTable('accounts').set(values).where('id', '=', id).execute()
const say =
  (values: Updateable<Profiles>): Change =>
  async (db, id) => {
    // A profile doesn't outlive its account.
    const account = await db.selectFrom('accounts').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
    if (!account) return
    await db
      .insertInto('profiles')
      .values({ ...values, account_id: id, updated_at: present() })
      .onConflict((row) => row.column('account_id').doUpdateSet(values))
      .execute()
  }
const both =
  (one: Change, other: Change): Change =>
  async (db, id) => {
    await one(db, id)
    await other(db, id)
  }
const join =
  (created_at: string): Change =>
  (db, id) =>
    db
      .insertInto('accounts')
      .values({ id, first_name: 'P', last_name: 'P', email: id, email_key: id, created_at, last_active_at: created_at })
      .onConflict((row) => row.doNothing())
      .execute()

const ofAccount = fc.oneof(
  joined.map((created_at) => set({ created_at })),
  born.map((date_of_birth) => set({ date_of_birth })),
  fc.option(joined).map((email_verified_at) => set({ email_verified_at })),
  fc
    .option(fc.oneof(date('2026-01-01', '2027-06-01'), fc.constant('9999-01-01')))
    .map((premium_until) => set({ premium_until })),
  fc.constantFrom('active', 'paused', 'deactivated', 'banned').map((state) => set({ state })),
  fc.constant(set({ state: 'erased', last_active_at: null })),
  fc.constant(set({ last_active_at: present() })),
)
const ofProfile = fc
  .record({ gender, city: fc.option(fc.constant('Lisbon')), interested_in: fc.constantFrom<string[]>([], ['man']) })
  .map(say)
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 2, arbitrary: joined.map(join) },
  { weight: 6, arbitrary: ofAccount },
  { weight: 4, arbitrary: ofProfile },
  { weight: 2, arbitrary: fc.tuple(ofAccount, ofProfile).map(([one, other]) => both(one, other)) },
  { weight: 2, arbitrary: fc.tuple(ofProfile, ofAccount).map(([one, other]) => both(one, other)) },
  fc.constant<Change>((db, id) => db.deleteFrom('profiles').where('account_id', '=', id).execute()),
  fc.constant<Change>((db, id) => db.deleteFrom('accounts').where('id', '=', id).execute()),
  fc.constant<Change>((db) => mergeTallies({ db, clock: { now: () => present() } })),
)
const filters = [
  {},
  { status: 'active' },
  { status: 'inactive', type: 'free' },
  { status: 'verified', type: 'vip' },
  { gender: 'woman', complete: 'true' },
  { gender: 'not-specified', status: 'active' },
  { gender: 'agender', type: 'vip' },
] as const
const ids = Array.from({ length: 6 }, (_, n) => `00000000-0000-7000-8000-00000000000${n}`)

test('stored figures match the counted ones, whatever changes accounts in any order or concurrently', async () => {
  const world = await startWorld()
  await world.administrator()
  const { db } = world.deps
  const lives = fc.array(fc.array(fc.tuple(fc.constantFrom(...ids), change), { maxLength: 4 }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(
      lives,
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 400 }),
      async (steps, timeZone, later) => {
        await db.deleteFrom('accounts').where('is_admin', '=', false).execute()
        await db.deleteFrom('accounts').where('id', 'in', ids).execute()
        for (const id of ids) await join('2026-03-01T00:00:00Z')(db, id)
        for (const atOnce of steps)
          await Promise.all(atOnce.map(([id, happen]) => transaction(db, (tx) => happen(tx, id))))
        // By then, the premium of some has expired without any write.
        const now = inFuture(later * 24 * 60 * 60_000)
        const context = { ...world.deps, caller, clock: { now: () => now } }
        const data = await statistics(context, timeZone, 'all')
        const { plain, growth, ages, genders } = await plainly(db, timeZone, now)
        expect(data).toMatchObject(plain)
        expect(data.growth.filter(({ total }) => total > 0)).toEqual(growth)
        expect(data.age.filter(({ count }) => count > 0)).toEqual(ages)
        expect(data.gender).toEqual(groupGenders(genders))
        // The totals of the lists match their content.
        for (const filter of filters) {
          const { users, pagination } = await listUsers(
            context,
            { sessionId: '', account: { is_admin: true, staff_role: null } },
            {
              status: 'all',
              type: 'all',
              page: 1,
              limit: 1000,
              ...filter,
            },
          )
          expect([filter, pagination.total]).toEqual([filter, users.length])
        }
      },
    ),
    { numRuns: rounds(30, 500) },
  )
})

test("days with 23 or 25 hours in the database's time zone are counted correctly", async () => {
  const { url, drop } = await cloneDatabase()
  onTestFinished(drop)
  const admin = openDb(openPool(url, 1))
  await sql`alter database ${sql.ref(new URL(url).pathname.slice(1))} set timezone to 'Europe/Lisbon'`.execute(admin)
  await admin.destroy()
  const { db, keys } = (await startWorld({ databaseUrl: url })).deps
  for (const [now, days] of [
    ['2026-04-10T12:00:00Z', ['2026-03-28', '2026-03-29', '2026-03-30']],
    ['2026-11-10T12:00:00Z', ['2026-10-24', '2026-10-25', '2026-10-26']],
  ] as const) {
    await sql`insert into accounts (email, email_key, first_name, last_name, created_at)
      select gen_random_uuid(), gen_random_uuid(), 'P', 'P', day::timestamp at time zone 'UTC' + hour * interval '30 minutes'
      from unnest(${days}::text[]) day, generate_series(0, 47) hour`.execute(db)
    const clock = { now: () => new Date(now) }
    for (const zone of zones) {
      const { growth } = await statistics({ db, clock, keys, caller }, zone, '30d')
      expect([zone, growth.reduce((sum, { total }) => sum + total, 0)]).toEqual([zone, 3 * 48])
    }
  }
})
