import { present } from './present.ts'
import { sql } from 'kysely'
import { measure, ms } from './measure.ts'
import { newcomer } from './people.ts'
import type { Bench } from './server.ts'
import type { Row } from './results.ts'
import type { Run } from './run.ts'
import type { Session } from './sessions.ts'

const CALLS = 200

/** What an administrator asks for, each beside a plain statement that answers the same. */
export async function officeSection({ bench, add: addRow }: Run): Promise<void> {
  const ines = await newcomer(bench)
  const { id, client } = ines
  await sql`update accounts set is_admin = true, email_verified_at = now() where id = ${id}`.execute(bench.db)
  await sql`update sessions set elevated_at = now() + interval '1 day' where account_id = ${id}`.execute(bench.db)
  const plain = await measure(5, () =>
    sql`
      select * from accounts where lower(first_name || ' ' || last_name || ' ' || email) like '%marlowe%'
      order by created_at desc limit 20`.execute(bench.db),
  )
  const scan = await measure(5, () =>
    sql`select count(*), count(*) filter (where premium_until > now()) from accounts`.execute(bench.db),
  )
  const users = (query: object) => measure(CALLS, () => client.listUsers({ query }))
  const reports = (query: object) => measure(CALLS, () => client.listReports({ query }))
  const add = (
    what: string,
    { median, p95 }: { median: number; p95: number },
    most: number,
    beside = `${ms(plain.median)} for a plain search`,
  ) =>
    addRow({
      what,
      measured: `${ms(median)}, p95 ${ms(p95)}`,
      beside,
      bar: `p95 at most ${most} ms`,
      met: p95 <= most,
    })
  const far = Math.min(20_000, Math.floor(bench.people / 20) - 1)
  add('users: newest', await users({}), 10)
  add('users: active and free', await users({ status: 'active', type: 'free' }), 10)
  add('users: deactivated', await users({ status: 'inactive' }), 10)
  add('users: VIP', await users({ type: 'vip' }), 10)
  add(`users: a jump to page ${far.toLocaleString('en')}`, await users({ page: String(far) }), 50)
  add('users: search that many fit', await users({ search: 'marlowe' }), 30)
  add('users: search that few fit', await users({ search: 'ottoline' }), 30)
  add('users: search that nobody fits', await users({ search: 'zeppelin' }), 30)
  add(
    'statistics',
    await measure(CALLS, () => client.getStatistics({ query: {} })),
    10,
    `${ms(scan.median)} for two plain counts`,
  )
  add('reports: newest', await reports({}), 10)
  add('reports: pending, by priority', await reports({ status: 'pending', sortBy: 'priority', sortOrder: 'asc' }), 10)
  add('reports: search that many fit', await reports({ search: 'message' }), 30)
  add('reports: search that few fit', await reports({ search: 'axolotls' }), 30)
  add('reports: statistics', await measure(CALLS, () => client.getReportStatistics()), 10)
  addRow(await exported(bench, ines))
}

/** The whole list as a file: how soon it begins, and how fast it goes on. */
async function exported({ base, people }: Bench, session: Session): Promise<Row> {
  const began = performance.now()
  const answer = await fetch(`${base}/api/v1/admin/users/export.csv`, {
    headers: { authorization: `Bearer ${await session.token()}`, 'x-reason': 'A measurement.' },
  })
  let [first, lines] = [0, 0]
  for await (const chunk of present(answer.body)) {
    first ||= performance.now() - began
    lines += chunk.reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0)
  }
  const rate = (lines / (performance.now() - began)) * 1000
  return {
    what: 'users: export of everyone',
    measured: `${Math.round(rate).toLocaleString('en')} rows a second`,
    beside: `first byte after ${ms(first)}`,
    bar: 'at least 50,000 a second, first byte within 100 ms',
    met: rate >= 50_000 && first <= 100 && lines >= people,
  }
}
