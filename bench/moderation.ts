import { sql } from 'kysely'
import { dryRunRows, findingRows } from './findings.ts'
import { beside, timesRow } from './floor.ts'
import { newcomer, type Member } from './people.ts'
import { personId } from './population.ts'
import { present } from './present.ts'
import type { Run } from './run.ts'
import { transparencyRows } from './transparency.ts'

const BAR = 50
/** Spreads the decisions over members, so that no run repeats those of an earlier one. */
const STEP = 7

export type Measured = (what: string, call: (at: number) => Promise<unknown>) => Promise<void>

export async function moderationSection(run: Run): Promise<void> {
  const { bench, add, calls } = run
  const staff = await newcomer(bench)
  await sql`update accounts set is_admin = true, email_verified_at = now() where id = ${staff.id}`.execute(bench.db)
  await sql`update sessions set elevated_at = now() + interval '1 day' where account_id = ${staff.id}`.execute(bench.db)
  const row: Measured = async (what, call) =>
    add(timesRow({ what, ...(await beside(bench, calls, call)), kind: 'rows', bar: BAR, at: 'p95', judge: run }))
  await reportRows(run, staff, row)
  await findingRows(run, staff, row)
  await decisionRows(run, staff, row)
  await transparencyRows(run, staff, row)
  await dryRunRows(run, staff)
}

const personPicker =
  ({ bench: { people } }: Run) =>
  (at: number) =>
    personId(1 + ((at * 5 * STEP) % people))

async function reportRows(run: Run, { client }: Member, row: Measured): Promise<void> {
  const unread = { status: 'pending', sortBy: 'priority', sortOrder: 'asc' } as const
  const about = personPicker(run)
  /** Returns members who nearly all have a decision. */
  const decided = (at: number) => personId(5 + ((at * 5 * STEP) % (run.bench.people - 5)))
  await row('reports: pending, by priority', () => client.listReports({ query: unread }))
  await row('reports: overdue', () => client.listReports({ query: { overdue: 'true', sortBy: 'due' } }))
  await row('reports: about one person', (at) => client.listReports({ query: { user: about(at) } }))
  await row('reports: of one type, by deadline', () =>
    client.listReports({ query: { problem_type: 'Harassment', sortBy: 'due', sortOrder: 'asc' } }),
  )
  await row('decisions: about one person', (at) => client.listDecisions({ params: { id: decided(at) } }))
  await row('appeals: open', () => client.listAppeals({ query: { open: 'true' } }))
  await row('appeals: all', () => client.listAppeals({ query: {} }))
  await row('what waits for staff', () => client.getWorkQueue())
}

async function decisionRows(run: Run, { client }: Member, row: Measured): Promise<void> {
  const { people } = run.bench
  const input = { kind: 'warn', rule: 1, category: 'spam', facts: 'Sent the same message to many members.' } as const
  const about = personPicker(run)
  await row('a report is claimed', () => client.claimNextReport())
  await row('a decision is previewed', (at) =>
    client.previewDecision({ params: { id: about(at) }, body: { ...input, kind: 'suspend', days: 14 } }),
  )
  /** True for the population's banned members, and for its moderators, who are the last ten. */
  const isBeyond = (n: number) => n % 1000 === 500 || (n >= 16 && n <= 20) || n > people - 10
  let next = Date.now() % people
  await row('a decision with the reports that it closes', () => {
    do next = (next + STEP) % people
    while (isBeyond(1 + next))
    return client.decide({ params: { id: personId(1 + next) }, body: input })
  })
  await appealRows(run, client, row)
}

/** Each appeal can be decided only once, so a run uses the oldest that are left. */
async function appealRows({ bench: { db } }: Run, client: Member['client'], row: Measured): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from appeals where state = 'open' and decision_id is not null order by created_at, id`.execute(db)
  for (const outcome of ['upheld', 'overturned'] as const)
    await row(`an appeal is ${outcome}`, () =>
      client.decideAppeal({
        params: present(rows.shift()),
        body: { outcome, reason: 'We read everything again.' },
      }),
    )
}
