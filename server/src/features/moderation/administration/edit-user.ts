import {
  ApiError,
  type AdminUser,
  type Approval,
  type EmailChange,
  type UserEdit,
  message,
  type MessageDescriptor,
} from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import { assertElevated, type Viewer } from '../../../http/session.ts'
import { isTaken } from '../../../infra/db/db.ts'
import {
  addressTaken,
  editAccount,
  findAddressChange,
  lockAccountForStaff,
  replaceAddress,
} from '../../identity/index.ts'
import { assertName } from '../../../infra/names.ts'
import { audit, brandOf } from '../../operations/index.ts'
import { queueMail } from '../../delivery/index.ts'
import { correctGender, editProfile, keepName, placeByName } from '../../profiles/index.ts'
import { alreadyRequested, requestForAdministrator } from '../approvals/request-approval.ts'
import { assertCurrentVersion } from './assert-current-version.ts'
import { noUser, oneUser } from './read-users.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'
import { isStaff, type RoleColumns } from '../../../infra/staff.ts'
import { assertMayActOn, assertNotInvolved } from './assert-may-act-on.ts'
import { mayAs } from '../../../infra/staff.ts'

type Calling = Deps & { caller: Caller }
type Field = keyof UserEdit

const labels: Record<Field, MessageDescriptor> = {
  firstName: message('first name'),
  lastName: message('last name'),
  email: message('email'),
  gender: message('gender'),
  bio: message('bio'),
  location: message('location'),
}

const fieldNames: readonly Field[] = ['firstName', 'lastName', 'email', 'gender', 'bio', 'location']

function textOf(value: UserEdit[Field] | AdminUser[Field]): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? Object.values(value).filter(Boolean).join(', ') : value
}

const changedFields = (before: AdminUser, edit: UserEdit): Field[] =>
  // The contract has parsed the edit strictly, so it has no other keys.
  (Object.keys(edit) as Field[]).filter((key) => edit[key] !== undefined && textOf(edit[key]) !== textOf(before[key]))

/** An email address can reset the password, so changing it can take over the account. */
function assertMayReplaceAddress({ now }: Work, viewer: Viewer, user: { id: string } & RoleColumns): void {
  assertElevated(viewer, now)
  // With another administrator's account, someone could approve their own requests.
  if (isStaff(user) && user.id !== viewer.account.id)
    throw new ApiError('forbidden', 'Administrators have to change their email themselves.')
}

/** Lists the fields that staff changed. After a new email address, the old address is notified, too. */
async function notifyUser(
  work: Work<'config' | 'jobs' | 'keys'>,
  id: string,
  changed: readonly Field[],
  oldAddress: string | null,
): Promise<void> {
  const details = { what: changed.map((key) => labels[key]), link: `${work.config.PUBLIC_URL}/settings` }
  await queueMail(work, { to: id, kind: 'edited-by-staff', details })
  if (oldAddress) await queueMail(work, { to: id, address: oldAddress, kind: 'edited-by-staff', details })
}

const accountFields = ({ firstName, lastName }: UserEdit) => ({
  ...(firstName === undefined ? {} : { first_name: firstName }),
  ...(lastName === undefined ? {} : { last_name: lastName }),
})

const profileFields = async ({ tx, now }: Work, id: string, { gender, bio, location }: UserEdit) => ({
  ...(gender === undefined ? {} : await correctGender(tx, id, gender, now)),
  ...(bio === undefined ? {} : { bio: bio || null }),
  ...(location === undefined ? {} : await placeByName(tx, id, location, now)),
})

type Fields = Record<string, { before: string | null; after: string | null }>

export async function saveEdit(
  work: Work<'config' | 'jobs' | 'keys'>,
  { id, edit, fields }: { id: string; edit: UserEdit; fields: Fields },
  oldAddress: string | null = null,
): Promise<void> {
  if (edit.firstName !== undefined) await keepName(work.tx, id, edit.firstName, work.now)
  await editAccount(work.tx, id, accountFields(edit))
  await editProfile(work.tx, id, await profileFields(work, id, edit), work.now)
  const changed = fieldNames.filter((key) => key in fields)
  if (changed.length === 0) return
  await notifyUser(work, id, changed, oldAddress)
  await audit(work, { action: 'account.edited', subjectId: id, details: fields })
}

/** Changes of another administrator need approval. */
export async function editUser(
  context: Calling,
  viewer: Viewer,
  id: string,
  edit: UserEdit,
): Promise<UserWithChange & { approval?: Approval }> {
  const staffId = viewer.account.id
  const before = await oneUser(context, viewer, id)
  const changed = changedFields(before, edit)
  if (changed.length === 0) return withAddressChange(context, before)
  assertName(
    { first_name: edit.firstName ?? before.firstName, last_name: edit.lastName ?? before.lastName },
    changed.includes('firstName') || changed.includes('lastName') ? await brandOf(context) : '',
  )
  const newAddress = changed.includes('email') ? edit.email : undefined
  const fields = Object.fromEntries(
    changed.map((key) => [key, { before: textOf(before[key]), after: textOf(edit[key]) }]),
  )
  const approval = await unitOfWork(context, asStaff(staffId), async (work) => {
    const user = await lockAccountForStaff(work.tx, id)
    if (!user) throw noUser()
    assertMayActOn(viewer.account, user)
    // A new address takes over the account, with its messages.
    if (newAddress && !mayAs(viewer.account, 'users.role'))
      throw new ApiError('forbidden', 'Your role doesn’t include this.')
    if (newAddress) assertMayReplaceAddress(work, viewer, user)
    await assertCurrentVersion(work, id, user.version)
    await assertNotInvolved(work.tx, staffId, id)
    const { email: _email, ...others } = edit
    const change = { edit: others, fields }
    const requested = await requestForAdministrator(work, staffId, user, { action: 'edit', change })
    if (requested) return requested
    const changes = newAddress && (await replaceAddress(work, id, staffId, newAddress))
    const { email: _later, ...now } = fields
    const done = changes === 'later' ? now : fields
    await saveEdit(work, { id, edit, fields: done }, changes === 'now' ? user.email : null)
    return null
  }).catch((error: unknown) => {
    if (!isTaken(error, 'accounts_email_key')) return alreadyRequested(error)
    throw addressTaken()
  })
  return { ...(await withAddressChange(context, await oneUser(context, viewer, id))), ...(approval && { approval }) }
}

type UserWithChange = { user: AdminUser; emailChange?: EmailChange }

export async function withAddressChange({ db }: Pick<Deps, 'db'>, user: AdminUser): Promise<UserWithChange> {
  const change = await findAddressChange(db, user._id)
  if (!change) return { user }
  const { email, full_name: by, asked_at, takes_effect_at } = change
  const emailChange = { email, by, askedAt: asked_at.toISOString(), takesEffectAt: takes_effect_at.toISOString() }
  return { user, emailChange }
}
