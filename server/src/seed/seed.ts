import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { closeDemoAccounts, demoCommunity } from './demo.ts'
import { firstAdministrator, type FirstAdministrator } from './first-administrator.ts'

const LOCK = 4_117_326_001

/** What an empty database needs. Servers that start together do it once: the others wait, and find it done. */
export async function seed(deps: Deps): Promise<{ administrator: FirstAdministrator | null }> {
  return deps.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${LOCK})`.execute(connection)
    try {
      const administrator = await firstAdministrator(deps)
      await demoCommunity(deps)
      await closeDemoAccounts(deps)
      return { administrator }
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
    }
  })
}
