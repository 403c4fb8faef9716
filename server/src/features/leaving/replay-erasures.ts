import type { Deps } from '../../deps.ts'
import { type Opening, SYSTEM, unitOfWork } from '../../work.ts'
import { withoutLastAdministratorCheck } from '../identity/index.ts'
import { eraseAccount } from './erase-account.ts'
import { listNotErased } from './erasures.sql.ts'
import { addToLedger, listErasures, type LedgerEntry } from './ledger.ts'

/**
 * After a restore, everyone in any ledger is erased again: the backup's, the previous database's, and the file. Returns
 * the number of erased accounts. The last administrator isn't exempt here.
 */
export async function replayErasures(
  context: Opening & Pick<Deps, 'jobs' | 'declarations'>,
  entries: readonly LedgerEntry[],
): Promise<number> {
  return unitOfWork(context, SYSTEM, async (work) => {
    for (const { accountId, at } of entries) await addToLedger(work.tx, accountId, at)
    const ids = (await listErasures(work.tx)).map(({ accountId }) => accountId)
    const restored = await listNotErased(work.tx, ids)
    await withoutLastAdministratorCheck(work.tx, async () => {
      for (const { id } of restored) await eraseAccount(work, id)
    })
    return restored.length
  })
}
