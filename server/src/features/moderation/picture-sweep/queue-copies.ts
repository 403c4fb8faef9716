import type { Work } from '../../../work.ts'
import { findByIds, findOthers } from './near.sql.ts'
import { saveFinding } from './save-finding.ts'

const MOST_COPIES = 200

/**
 * Queues other accounts' copies of these pictures. Uploads queue only a few; if staff ask, all are queued. An undone
 * decision leaves them there: they are questions to staff, and nothing happens to the accounts.
 */
export async function queueCopies(work: Work, accountId: string, pictures: readonly string[]): Promise<void> {
  for (const picture of await findByIds(work.tx, accountId, pictures))
    for (const copy of await findOthers(work.tx, picture, MOST_COPIES))
      await saveFinding(work, copy, {
        why: 'several_accounts',
        other_id: accountId,
        other_public_id: picture.public_id,
        distance: copy.distance,
      })
}
