import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../infra/db/db.ts'
import { withoutLastAdministrator } from '../identity/index.ts'
import { eraseAccount } from './erase.ts'
import { addToLedger, listErasures, type Entry } from './ledger.ts'
import { type Opening, SYSTEM, unitOfWork } from '../../work.ts'

/** Whether this database has a ledger: one that is restored into need not be as far yet. */
export async function hasLedger(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('public.erasures') is not null as is`.execute(db)
  return rows[0]!.is
}

/**
 * Erases again, after a restore, whom any ledger names: the backup's, that of the database before, and the file. How many there were.
 * They were administrators at the time, perhaps the last: here that keeps nobody from being erased.
 */
export async function replayErasures(
  context: Opening & Pick<Deps, 'jobs' | 'declarations'>,
  entries: readonly Entry[],
): Promise<number> {
  return unitOfWork(context, SYSTEM, async (work) => {
    for (const { accountId, at } of entries) await addToLedger(work.tx, accountId, at)
    const ids = (await listErasures(work.tx)).map(({ accountId }) => accountId)
    const back = await work.tx
      .selectFrom('identity_people')
      .select('id')
      .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
      .where('state', '<>', 'erased')
      .execute()
    await withoutLastAdministrator(work.tx, async () => {
      for (const { id } of back) await eraseAccount(work, id)
    })
    return back.length
  })
}
