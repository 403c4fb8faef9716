import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { signOut } from '../administration/apply-account-change.ts'
import { alreadyRequested, requestForAdministrator } from '../approvals/request-approval.ts'
import { Refusal } from '../refusals.ts'
import { readUser } from './read-user-details.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { assertMayActOnId } from '../administration/assert-may-act-on.ts'

/** Signs a user out everywhere, an administrator only with approval. Returns the number of sessions. */
export const endSessionsOf = (context: Deps, { account }: Viewer, id: string) =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    const user = await readUser(work.tx, id)
    if (id === account.id) throw new Refusal('own_account')
    await assertMayActOnId(work.tx, account, id)
    const approval = await requestForAdministrator(work, account.id, user, { action: 'sign_out', change: {} })
    return approval ? { ended: 0, approval } : { ended: await signOut(work, id) }
  }).catch(alreadyRequested)
