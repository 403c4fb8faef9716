import { forEachSeparately } from '../../../infra/jobs.ts'
import { type Opening, SYSTEM, unitOfWork } from '../../../work.ts'
import { accountsWithDueGender, clearFoundGender } from './profiles.sql.ts'

/** Every 10 minutes: after its wait, a changed gender applies to lists (gender-changes.ts). */
export async function listByNewGenders(context: Opening): Promise<void> {
  await forEachSeparately(await accountsWithDueGender(context.db, context.clock.now()), (accountId) =>
    unitOfWork(context, SYSTEM, ({ tx, now }) => clearFoundGender(tx, accountId, now)),
  )
}
