import { accountsWithAnswers, eraseAnswers } from './queries.ts'
import { holdAccount } from '../profile/queries.ts'
import { configuredFields, expiredIn } from '../../operations/index.ts'
import { forEachSeparately, pagesById } from '../../../infra/jobs.ts'
import { type Opening, SYSTEM, unitOfWork } from '../../../work.ts'

const AT_ONCE = 500

/** Runs every night. Erases the answers to fields, and the chosen options, that were retired 30 days ago. */
export async function eraseRetiredAnswers(context: Opening): Promise<void> {
  const expired = expiredIn(await configuredFields(context.db), context.clock.now())
  if (expired.length === 0) return
  const ids = expired.map(({ id }) => id)
  const pages = pagesById((after) => accountsWithAnswers(context.db, ids, after, AT_ONCE))
  await forEachSeparately(pages, (accounts) =>
    forEachSeparately(accounts, (accountId) =>
      unitOfWork(context, SYSTEM, async ({ tx, now }) => {
        await holdAccount(tx, accountId)
        // Read again: an administrator may have brought the field back in the meantime.
        await eraseAnswers(tx, accountId, expiredIn(await configuredFields(tx), now))
      }),
    ),
  )
}
