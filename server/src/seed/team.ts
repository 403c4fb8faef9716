import { createAccount } from '../features/identity/index.ts'
import { audit } from '../features/operations/index.ts'
import { days, later } from '../infra/clock.ts'
import type { Work } from '../work.ts'

// Adds a colleague with fewer rights than the administrator, to show their view of the back office.

export const demoModerator = 'moderator@demo.kindred.example'

/**
 * The password is the first administrator's, because that of the demo members is public and would open everyone's data.
 */
export async function createDemoTeam(work: Work<'lastingKeys'>, password_hash: string): Promise<string> {
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
