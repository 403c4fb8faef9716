import type { Deps } from '../../../deps.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { matchContacts } from './match-contacts.ts'
import { accountsToCompare, deleteEnded } from './queries.ts'

/**
 * People meet again at some time in the week after a contact was removed, and a name or number that someone took begins
 * to count at some time in the week after.
 */
export async function cleanUp(context: Pick<Deps, 'db' | 'clock' | 'log' | 'lastingKeys'>): Promise<void> {
  await deleteEnded(context.db, context.clock.now())
  const due = await accountsToCompare(context.db, context.clock.now())
  await forEachSeparately(due, (accountId) => matchContacts(context, accountId))
}
