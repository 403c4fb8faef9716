import { sql } from 'kysely'
import { beside, timesRow } from './floor.ts'
import { newcomer } from './people.ts'
import { personId } from './population.ts'
import type { Run } from './run.ts'

/** Of every list and every decision, however many there are. */
const BAR = 50
/** Decided about in this run, and in none before it. */
const STEP = 7

/** What moderators ask for and decide. */
export async function moderationSection(run: Run): Promise<void> {
  const { bench, add, calls } = run
  const { id, client } = await newcomer(bench)
  await sql`update accounts set is_admin = true, email_verified_at = now() where id = ${id}`.execute(bench.db)
  await sql`update sessions set elevated_at = now() + interval '1 day' where account_id = ${id}`.execute(bench.db)
  const row = async (what: string, call: (at: number) => Promise<unknown>) =>
    add(timesRow({ what, ...(await beside(bench, calls, call)), kind: 'rows', bar: BAR, at: 'p95', judge: run }))
  const somebody = (at: number) => personId(1 + ((at * 5 * STEP) % bench.people))
  /** Everyone of these has a decision. */
  const decided = (at: number) => personId(5 + ((at * 5 * STEP) % (bench.people - 5)))
  const input = { kind: 'warn', rule: 1, category: 'spam', facts: 'Sent the same message to many members.' } as const
  const unread = { status: 'pending', sortBy: 'priority', sortOrder: 'asc' } as const
  await row('reports: pending, by priority', () => client.listReports({ query: unread }))
  await row('reports: overdue', () => client.listReports({ query: { overdue: 'true', sortBy: 'due' } }))
  await row('reports: about one person', (at) => client.listReports({ query: { user: somebody(at) } }))
  await row('reports: of one type, by deadline', () =>
    client.listReports({ query: { problem_type: 'Harassment', sortBy: 'due', sortOrder: 'asc' } }),
  )
  await row('decisions: about one person', (at) => client.listDecisions({ params: { id: decided(at) } }))
  await row('appeals: open', () => client.listAppeals({ query: { open: 'true' } }))
  await row('appeals: all', () => client.listAppeals({ query: {} }))
  await row('what waits for staff', () => client.getWorkQueue())
  await row('a report is claimed', () => client.claimNextReport())
  await row('a decision is previewed', (at) =>
    client.previewDecision({ params: { id: somebody(at) }, body: { ...input, kind: 'suspend', days: 14 } }),
  )
  let next = Date.now() % bench.people
  await row('a decision with the reports that it closes', () => {
    next = (next + STEP) % bench.people
    return client.decide({ params: { id: personId(1 + next) }, body: input })
  })
}
