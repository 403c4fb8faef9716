import type { Person } from './people.ts'
import { until, type World } from './world.ts'

// Helpers shared by the tests of approvals.

/** Simulates the passing of hours without expiring sessions. */
export const pass = (world: World, hours: number) =>
  world.query(
    `update approvals set takes_effect_at = takes_effect_at - interval '${hours} hours', expires_at = expires_at - interval '${hours} hours'`,
  )
export const role = ({ client }: Person, { user }: Person, isAdmin: boolean) =>
  client.setRole({ params: { id: user._id }, body: { isAdmin } })
export const isAdmin = async ({ client }: Person, { user }: Person) =>
  (await client.getUser({ params: { id: user._id } })).data.user.isAdmin
export const mailed = (world: World, { email }: Person, part: string) =>
  until(async () => (await world.mailsTo(email)).find(({ subject, text }) => `${subject}\n${text}`.includes(part)))
export const deactivated = async (world: World) =>
  Number((await world.query(`select count(*) from accounts where state = 'deactivated'`)).rows[0].count)
export const everyone = {
  about: 'users',
  action: 'deactivate',
  filters: { search: 'many.example' },
  reason: 'Spam.',
} as const
export const finished = ({ client }: Person, id: string) =>
  until(async () => (await client.getBatch({ params: { id } })).data.batch.finishedAt !== null)
