import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { updateCellLevels } from '../features/profiles/index.ts'
import { closeDemoAccounts, demoCommunity } from './demo.ts'
import { drawDemo } from './draw.ts'
import { firstAdministrator, type FirstAdministrator } from './first-administrator.ts'

const LOCK = 4_117_326_001
/** Portraits that are there when the first page is: what the demo member sees first. The others follow behind it. */
const DRAWN_FIRST = 40

/** What an empty database needs. Servers that start together do it once: the others wait, and find it done. */
export async function seed(deps: Deps): Promise<{ administrator: FirstAdministrator | null }> {
  return deps.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${LOCK})`.execute(connection)
    try {
      const administrator = await firstAdministrator(deps)
      if (await demoCommunity(deps)) {
        await updateCellLevels(deps)
        await drawDemo(deps, DRAWN_FIRST)
      }
      await closeDemoAccounts(deps)
      return { administrator }
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
    }
  })
}
