import { consentRequired } from '../../../http/session.ts'
import { days, later } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { NIL_UUID } from '../../../infra/nil-uuid.ts'
import { type Opening, SYSTEM, unitOfWork } from '../../../work.ts'
import { holdAccount } from '../profile/profiles.sql.ts'
import { hasConsent } from './consents.sql.ts'
import { accountsWithoutConsent, eraseDueDetails, takeDetails } from './withdrawn-details.sql.ts'

/** A withdrawn consent can be given again this long, with everything restored. */
const UNDO_FOR = days(30)

export const withholdDetails = (tx: Tx, accountId: string, now: Date) =>
  takeDetails(tx, accountId, now, later(now, UNDO_FOR))

/** It locks the account, so that nothing is saved after a concurrent withdrawal. */
export async function assertSpecialCategory(tx: Tx, accountId: string): Promise<void> {
  await holdAccount(tx, accountId)
  if (!(await hasConsent(tx, accountId, 'special_category'))) throw consentRequired('acceptSpecialCategory')
}

const AT_ONCE = 500

/**
 * Every night: erases what was withdrawn 30 days ago. Data from before the consent was required, or from a server of an
 * earlier version, is hidden as if it had been withdrawn.
 */
export async function applyConsents(context: Opening): Promise<void> {
  await eraseDueDetails(context.db, context.clock.now())
  let after = NIL_UUID
  for (;;) {
    const ids = await accountsWithoutConsent(context.db, after, AT_ONCE)
    const last = ids.at(-1)
    if (last === undefined) return
    await forEachSeparately(ids, (id) =>
      unitOfWork(context, SYSTEM, async ({ tx, now }) => {
        await holdAccount(tx, id)
        if (!(await hasConsent(tx, id, 'special_category'))) await withholdDetails(tx, id, now)
      }),
    )
    after = last
  }
}
