import { ApiError, type AdminUser, type UserEdit } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import { assertElevated, type Viewer } from '../../../http/session.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { editAccount, lockAccountForStaff, replaceAddress } from '../../identity/index.ts'
import { audit } from '../../operations/index.ts'
import { queueMail } from '../../delivery/index.ts'
import { editProfile, placeByName } from '../../profiles/index.ts'
import { checkVersion, oneUser } from './service.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'

type Calling = Deps & { caller: Caller }

const nobody = () => new ApiError('not_found', 'There is no such user.')
const names: Record<keyof UserEdit, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail address',
  gender: 'Gender',
  bio: 'Bio',
  location: 'Place',
}

const shown = (value: unknown): string | null =>
  value === null || value === undefined
    ? null
    : typeof value === 'object'
      ? Object.values(value).filter(Boolean).join(', ')
      : String(value as string)

/** Changes what staff may change; the member is told what, and the log keeps how it was. */
export async function editUser(context: Calling, viewer: Viewer, id: string, edit: UserEdit): Promise<AdminUser> {
  const before = await oneUser(context, viewer, id)
  const changed = (Object.keys(edit) as (keyof UserEdit)[]).filter(
    (key) => edit[key] !== undefined && shown(edit[key]) !== shown(before[key]),
  )
  if (changed.length === 0) return before
  // An address can reset the password, so changing it can take over the account.
  if (changed.includes('email')) {
    assertElevated(viewer, context.clock.now())
    // Nor may it make one administrator two, one of whom approves what the other asks for.
    if (before.isAdmin && id !== viewer.account.id)
      throw new ApiError('forbidden', 'Administrators change their own email address.')
  }
  await unitOfWork(context, asStaff(viewer.account.id), async (work) => {
    const { tx, now } = work
    const held = await lockAccountForStaff(tx, id)
    if (!held) throw nobody()
    await checkVersion(work, id, held.version)
    await editAccount(tx, id, {
      ...(edit.firstName === undefined ? {} : { first_name: edit.firstName }),
      ...(edit.lastName === undefined ? {} : { last_name: edit.lastName }),
    })
    if (changed.includes('email')) await replaceAddress(work, id, edit.email!)
    await editProfile(
      tx,
      id,
      {
        ...(edit.gender === undefined ? {} : { gender: edit.gender }),
        ...(edit.bio === undefined ? {} : { bio: edit.bio || null }),
        ...(edit.location === undefined ? {} : await placeByName(tx, id, edit.location, now)),
      },
      now,
    )
    await tell(work, id, changed, changed.includes('email') ? held.email : null)
    await audit(work, {
      action: 'account.edited',
      subjectId: id,
      details: Object.fromEntries(changed.map((key) => [key, { before: shown(before[key]), after: shown(edit[key]) }])),
    })
  }).catch((error: unknown) => {
    if (!isTaken(error, 'accounts_email_key')) throw error
    throw new ApiError('conflict', 'Another account has this address.')
  })
  return oneUser(context, viewer, id)
}

/** What staff changed is told to the member; where the address is another one, to the old one, too. */
async function tell(
  work: Work<'config' | 'jobs' | 'keys'> & { caller: Caller },
  id: string,
  changed: readonly (keyof UserEdit)[],
  oldAddress: string | null,
): Promise<void> {
  const details = { what: changed.map((key) => names[key]), link: `${work.config.PUBLIC_URL}/settings` }
  await queueMail(work, { to: id, kind: 'edited-by-staff', details })
  if (oldAddress) await queueMail(work, { to: id, address: oldAddress, kind: 'edited-by-staff', details })
}
