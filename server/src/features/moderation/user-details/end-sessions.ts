import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { endSessions } from '../../identity/index.ts'
import { audit } from '../../operations/index.ts'
import { Refusal } from '../refusals.ts'
import { readUser } from './read-user-details.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { assertMayActOnId } from '../administration/assert-may-act-on.ts'

/** Signs a user out everywhere. Returns the number of sessions. */
export const endSessionsOf = (context: Deps, { account }: Viewer, id: string): Promise<number> =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    await readUser(work.tx, id)
    if (id === account.id) throw new Refusal('own_account')
    await assertMayActOnId(work.tx, account, id)
    const ended = await endSessions(work, { accountId: id }, 'revoked')
    await audit(work, { action: 'account.signed-out', subjectId: id, details: { sessions: ended } })
    return ended
  })
