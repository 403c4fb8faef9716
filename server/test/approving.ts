import type { Person } from './people.ts'
import { shared, startWorld, until, type World, type WorldOptions } from './world.ts'

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

/**
 * A world that tests share, without the team, requests, appeals and crowds of earlier ones: the number of administrators
 * decides what has to wait. Erased accounts don't count, and were still staff for the comparison of responses.
 */
export function sharedWithoutTeam(options: WorldOptions = {}): () => Promise<World> {
  const anyWorld = shared(() => startWorld(options))
  return async () => {
    const world = await anyWorld()
    await until(async () => {
      const { rows } = await world.query(`select from pgboss.job where name = 'batch' and state < 'completed'`)
      return rows.length === 0
    })
    // Without triggers, because one of them keeps the last administrator.
    await world.query(`set session_replication_role = replica;
      update accounts set state = case when is_admin or staff_role is not null then 'erased' else 'banned' end
        where is_admin or staff_role is not null or state = 'deactivated'`)
    for (const past of ['approvals', 'appeals', 'batches', `accounts where email like '%@many.example'`])
      await world.query(`delete from ${past}`)
    return world
  }
}
