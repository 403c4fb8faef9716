import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { cancelAddressChange } from '../../identity/index.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { assertMayActOnId } from '../administration/assert-may-act-on.ts'
import { readUser } from './read-user-details.ts'

/** Takes back a new address that staff gave to a user and that hasn't taken effect. */
export const cancelEmailChange = (context: Deps, { account }: Viewer, id: string): Promise<void> =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    await readUser(work.tx, id)
    await assertMayActOnId(work.tx, account, id)
    if (!(await cancelAddressChange(work, id))) throw new ApiError('conflict', 'This email change has already ended.')
  })
