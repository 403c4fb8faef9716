import type { Deps } from '../deps.ts'
import { updateCellLevels } from '../features/profiles/index.ts'
import { exclusively } from '../infra/db/exclusively.ts'
import { closeDemoAccounts, createDemoCommunity } from './demo.ts'
import { drawDemo } from './draw.ts'
import { createFirstAdministrator, type FirstAdministrator } from './first-administrator.ts'

const LOCK = 4_117_326_001
/**
 * The number of portraits that the demo member sees first, which are drawn before the server listens. The others are
 * drawn later.
 */
const DRAWN_FIRST = 40

/** Fills an empty database. If servers start together, one does it and the others wait. */
export async function seed(deps: Deps): Promise<{ administrator: FirstAdministrator | null }> {
  return exclusively(deps.db, LOCK, async () => {
    const administrator = await createFirstAdministrator(deps)
    if (await createDemoCommunity(deps, administrator?.password)) {
      await updateCellLevels(deps)
      await drawDemo(deps, DRAWN_FIRST)
    }
    await closeDemoAccounts(deps)
    return { administrator }
  })
}
