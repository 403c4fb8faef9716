import { sql } from 'kysely'
import { heavyChoosers } from './deck.ts'
import { THREE_DEALBREAKERS, THREE_FIELDS, withFields } from './fields.ts'
import { beside, shareRow, timesRow } from './floor.ts'
import { ms } from './measure.ts'
import { newcomer } from './people.ts'
import { present } from './present.ts'
import type { Run } from './results.ts'
import type { Bench } from './server.ts'
import type { Session } from './sessions.ts'

const [LIST, SEARCH, JUMP, FIRST_BYTE, DECK] = [10, 30, 50, 100, 25]
/** The minimum export speed, as a share of the rows per second of a plain statement. */
const EXPORTED = 0.45

const rowOf = (run: Run) => async (what: string, bar: number, call: () => Promise<unknown>, calls?: number) =>
  run.add(timesRow(what, bar, run, { ...(await beside(run.bench, calls ?? run.calls, call)), kind: 'rows', at: 'p95' }))

export async function searchSection(run: Run): Promise<void> {
  const { bench } = run
  const heavy = present((await heavyChoosers(bench))[0])
  const { client } = heavy
  const row = rowOf(run)
  const search = (what: string, query: object) => row(what, SEARCH, () => client.searchPeople({ query }))
  await row('GET /auth/users', SEARCH, () => client.listPeople())
  await search('search without a filter', {})
  await search('search by a frequent word', { q: 'bread' })
  await search('search by a rare word', { q: 'axolotls' })
  await search('search by a word without matches', { q: 'zeppelins' })
  await search('search within 10 km, 25 to 35', { distance: '10', minAge: '25', maxAge: '35' })
  await search('search by interest and intention', { interests: 'bread', intention: 'friends' })
  await search('search among new people', { newHere: 'true' })
  await client.setPreferences({ body: { dealbreakers: { newHere: true } } })
  await row('first page of the deck, new people only', DECK, () => client.discover({ query: {} }))
  await client.setPreferences({ body: { dealbreakers: {} } })
  await withFields(bench, heavy, async () => {
    await search('search by three fields of the community', { fields: THREE_FIELDS })
    await search('search by one common choice', { fields: 'faculty:o1' })
    await search('search by a range', { fields: 'year:2..5' })
    await heavy.client.setPreferences({ body: { dealbreakers: { fields: THREE_DEALBREAKERS } } })
    await row('first page of the deck, three dealbreakers', DECK, () => heavy.client.discover({ query: {} }))
    await heavy.client.setPreferences({ body: { dealbreakers: {} } })
  })
}

export async function backOfficeSection(run: Run): Promise<void> {
  const { bench } = run
  const ines = await newcomer(bench)
  const { id, client } = ines
  await sql`update accounts set is_admin = true, email_verified_at = now() where id = ${id}`.execute(bench.db)
  await sql`update sessions set elevated_at = now() + interval '1 day' where account_id = ${id}`.execute(bench.db)
  const row = rowOf(run)
  const users = (what: string, bar: number, query: object) =>
    row(`users: ${what}`, bar, () => client.listUsers({ query }))
  const reports = (what: string, bar: number, query: object) =>
    row(`reports: ${what}`, bar, () => client.listReports({ query }))
  const far = Math.max(1, Math.min(20_000, Math.floor(bench.people / 20) - 1))
  await users('newest', LIST, {})
  await users('active and free', LIST, { status: 'active', type: 'free' })
  await users('deactivated', LIST, { status: 'inactive' })
  await users('VIP', LIST, { type: 'vip' })
  await users(`a jump to page ${far.toLocaleString('en')}`, JUMP, { page: String(far) })
  await users('search that many fit', SEARCH, { search: 'marlowe' })
  await users('search that few fit', SEARCH, { search: 'ottoline' })
  await users('search that nobody fits', SEARCH, { search: 'zeppelin' })
  await row('statistics', LIST, () => client.getStatistics({ query: {} }))
  await reports('newest', LIST, {})
  await reports('pending, by priority', LIST, { status: 'pending', sortBy: 'priority', sortOrder: 'asc' })
  await reports('search that many fit', SEARCH, { search: 'message' })
  await reports('search that few fit', SEARCH, { search: 'axolotls' })
  await row('reports: statistics', LIST, () => client.getReportStatistics())
  await exportOfAll(run, ines)
}

async function exportOfAll(run: Run, session: Session): Promise<void> {
  const { bench } = run
  // How many pages are read before the first byte depends on the speed of the reader.
  const { times, floor } = await beside(bench, 20, () => exported(bench, session, 1))
  run.add(timesRow('users: export of everyone, first byte', FIRST_BYTE, run, { times, floor, kind: 'rows', at: 'p95' }))
  const plainly = await plainRows(bench)
  const began = performance.now()
  const lines = await exported(bench, session)
  const rate = (lines / (performance.now() - began)) * 1000
  const whole = `in ${ms((bench.people / plainly) * 1000)}`
  run.add(
    shareRow(run, {
      what: 'users: export of everyone',
      measured: `${Math.round(rate).toLocaleString('en')} rows a second`,
      beside: `${Math.round(plainly).toLocaleString('en')} by a plain statement, ${whole}`,
      share: rate / plainly,
      least: EXPORTED,
      failures: Math.max(0, bench.people - lines),
    }),
  )
}

async function exported({ base }: Bench, session: Session, pieces = Infinity): Promise<number> {
  const answer = await fetch(`${base}/api/v1/admin/users/export.csv`, {
    headers: { authorization: `Bearer ${await session.token()}`, 'x-reason': 'A measurement.' },
  })
  let [lines, read] = [0, 0]
  for await (const chunk of present(answer.body)) {
    lines += chunk.reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0)
    if (++read >= pieces) break
  }
  return lines
}

async function plainRows({ db }: Bench): Promise<number> {
  const began = performance.now()
  let [after, rows] = ['00000000-0000-0000-0000-000000000000', 0]
  for (;;) {
    const page = await db.selectFrom('accounts').selectAll().where('id', '>', after).orderBy('id').limit(1000).execute()
    const last = page.at(-1)
    if (!last) return (rows / (performance.now() - began)) * 1000
    after = last.id
    rows += page.length
  }
}
