import { sql } from 'kysely'
import { createAccount } from '../features/identity/index.ts'
import { audit } from '../features/operations/index.ts'
import { days, later } from '../infra/clock.ts'
import type { Work } from '../work.ts'

// Adds a colleague with fewer rights than the administrator, to show their view of the back office.

const demoModerator = 'moderator@demo.kindred.example'

/**
 * The password is the first administrator's, because that of the demo members is public and would open everyone's data.
 */
export async function createDemoTeam(work: Work<'jobs'>, password_hash: string): Promise<string> {
  const joined = later(work.now, -days(300))
  const { id } = await createAccount(
    { ...work, now: joined },
    {
      first_name: 'Mara',
      last_name: 'Lind',
      email: demoModerator,
      email_verified_at: joined,
      email_verification_sent_at: joined,
      password_hash,
      staff_role: 'moderator',
      is_demo: true,
    },
  )
  await audit(work, { action: 'staff-role.changed', subjectId: id, details: { before: null, after: 'moderator' } })
  return id
}

/** The team's labels, on some of the newest members and reports. */
export async function addLabels({ tx, now }: Work): Promise<void> {
  await sql`
    insert into labels (name, tone, created_at) values
      ('Repeat reporter', 'warning', ${now}), ('Press', 'info', ${now}), ('Second chance', 'positive', ${now}),
      ('Waiting for bank', 'neutral', ${now})`.execute(tx)
  await sql`
    with a as (select id, row_number() over (order by created_at desc) as nth from accounts where is_demo)
    insert into account_labels (account_id, label_id) select a.id, l.id from a join labels l on
      (l.name = 'Press' and a.nth = 4) or (l.name = 'Second chance' and a.nth in (2, 9))
      or (l.name = 'Repeat reporter' and a.nth in (9, 13))`.execute(tx)
  await sql`
    with r as (
      select id, problem_type, row_number() over (partition by problem_type order by due_at, id) as nth from reports)
    insert into report_labels (report_id, label_id) select r.id, l.id from r join labels l on
      (l.name = 'Waiting for bank' and r.problem_type = 'Payment Problem' and r.nth in (1, 2))
      or (l.name = 'Repeat reporter' and r.problem_type = 'Harassment' and r.nth = 1)`.execute(tx)
}
