import {
  type AdminUser,
  ApiError,
  type Approval,
  type EmailChange,
  message,
  type MessageDescriptor,
  type StaffRole,
  type UserEdit,
  type UserFilters,
} from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { queueMail } from '../../delivery/index.ts'
import { countByState, type SelectedAccounts, selectIds, toAccountFilters } from '../../discovery/index.ts'
import {
  addressTaken,
  editAccount,
  endSessions,
  findAddressChange,
  isLastAdministrator,
  lockAccountForStaff,
  replaceAddress,
} from '../../identity/index.ts'
import { applyUserAction, decisions, type UserAction } from './decide-user.ts'
import { assertCurrentVersion, assertMayActOn, assertNotInvolved } from './may-act.ts'
import { noUser, oneUser } from './read-users.ts'
import type { ApprovalRow } from '../approvals/queries.ts'
import {
  alreadyRequested,
  isDuplicateRequest,
  requestApproval,
  requestForAdministrator,
} from '../approvals/request-approval.ts'
import { endDecision, lockWithSubject, type Deciding } from '../decisions/effects.ts'
import { Refusal, type RefusalCode } from '../refusals.ts'
import { audit, brandOf } from '../../operations/index.ts'
import { correctedGenderColumns, editProfile, keepName, ONLINE_FOR, placeByName } from '../../profiles/index.ts'
import type { Caller } from '../../../http/caller.ts'
import { assertElevated, type Viewer } from '../../../http/session.ts'
import { later } from '../../../infra/clock.ts'
import { isTaken, lastAdministrator, type Tx } from '../../../infra/db/db.ts'
import { assertName } from '../../../infra/names.ts'
import { isStaff, mayAs, type RoleColumns, roleOf } from '../../../infra/staff.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'

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

const profileFieldNames: readonly Field[] = ['gender', 'bio', 'location']
const fieldNames: readonly Field[] = ['firstName', 'lastName', 'email', ...profileFieldNames]

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

/** Emails the user the changed fields. If the email address changed, the old address gets the email, too. */
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
  ...(gender === undefined ? {} : await correctedGenderColumns(tx, id, gender, now)),
  ...(bio === undefined ? {} : { bio: bio || null }),
  ...(location === undefined ? {} : await placeByName(tx, id, location, now)),
})

type Fields = Record<string, { before: string | null; after: string | null }>

async function saveEdit(
  work: Work<'config' | 'jobs' | 'keys'>,
  { id, edit, fields }: { id: string; edit: UserEdit; fields: Fields },
  oldAddress: string | null = null,
): Promise<void> {
  if (edit.firstName !== undefined) await keepName(work.tx, id, edit.firstName, work.now)
  await editAccount(work.tx, id, accountFields(edit))
  await editProfile(work.tx, id, await profileFields(work, id, edit), work.now)
  if (edit.firstName ?? edit.lastName ?? edit.location)
    await work.jobs.add(work.tx, 'match-contacts', { accountId: id })
  const changed = fieldNames.filter((key) => key in fields)
  if (changed.length === 0) return
  await notifyUser(work, id, changed, oldAddress)
  await audit(work, { action: 'account.edited', subjectId: id, details: fields })
}

/** Changes to another administrator's account need approval. */
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
    // Changing the address can take over the account and its messages.
    if (newAddress && !mayAs(viewer.account, 'users.role'))
      throw new ApiError('forbidden', 'Your role doesn’t include this.')
    if (newAddress) assertMayReplaceAddress(work, viewer, user)
    await assertCurrentVersion(work, id, user.version)
    // Members wait for some changes of their profile. Staff who are members do, too.
    if (id === staffId && changed.some((key) => profileFieldNames.includes(key))) throw new Refusal('own_account')
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

export async function signOut(
  work: Deciding | Pick<Deciding, 'tx' | 'now' | 'actor' | 'bus' | 'afterCommit'>,
  id: string,
) {
  const ended = await endSessions(work, { accountId: id }, 'revoked')
  await audit(work, { action: 'account.signed-out', subjectId: id, details: { sessions: ended } })
  return ended
}

/** Attributes the change to the requester. */
export async function applyAccountChange(context: Deciding, row: ApprovalRow): Promise<void> {
  const { account_action: action, target_id: id, change, requested_by: staffId } = row
  if (!action || !id || !change) throw new ApiError('conflict', 'This can no longer be done.')
  const work = { ...context, actor: asStaff(staffId) }
  const { reason = null, subscription = 'keep', edit = {}, fields = {} } = change
  if (action === 'activate' || action === 'deactivate') {
    await applyUserAction(work, { staffId, id, action, reason, subscription, isApproved: true })
    if (action === 'deactivate' && subscription === 'cancel')
      await work.jobs.add(work.tx, 'end-subscription', { accountId: id })
  } else if (action === 'edit') await saveEdit(work, { id, edit, fields })
  else if (action === 'sign_out') await signOut(work, id)
  else if (change.decision)
    await endDecision(work, await lockWithSubject(work, change.decision), {
      to: 'lifted',
      by: staffId,
      reason: reason ?? undefined,
    })
}

type SelectedUsers = {
  action: UserAction
  ids?: readonly string[] | undefined
  filters?: UserFilters | undefined
}

async function selection(context: Deps, { ids, filters }: SelectedUsers): Promise<SelectedAccounts> {
  if (ids) return { ids }
  if (!filters) throw new ApiError('invalid_request', 'Send either ids or filters.')
  const now = context.clock.now()
  return { filters: await toAccountFilters(context, filters), onlineSince: later(now, -ONLINE_FOR), now }
}

export async function previewUsers(context: Deps, staffId: string, selected: SelectedUsers) {
  const { from, refusal } = decisions[selected.action]
  const states: readonly string[] = from
  const found = await countByState(context.db, await selection(context, selected), staffId)
  const sum = (counts: typeof found) => counts.reduce((total, { count }) => total + count, 0)
  const will = found.filter(({ own, state }) => !own && states.includes(state))
  const reasons: { why: RefusalCode; count: number }[] = [
    { why: 'own_account', count: sum(found.filter(({ own }) => own)) },
    { why: refusal, count: sum(found.filter(({ own, state }) => !own && !states.includes(state))) },
    { why: 'no_user', count: selected.ids ? new Set(selected.ids).size - sum(found) : 0 },
  ]
  return { will: sum(will), refused: reasons.filter(({ count }) => count > 0) }
}

export const movableUsers = async (context: Deps, staffId: string, selected: SelectedUsers) =>
  selectIds(await selection(context, selected), staffId, decisions[selected.action].from)

type RoleInput = { role: StaffRole | null } | { isAdmin: boolean }

/** With several administrators, another one has to approve the new role. */
export async function setRole(context: Deps & { caller: Caller }, viewer: Viewer, id: string, input: RoleInput) {
  const staffId = viewer.account.id
  const approval = await unitOfWork(context, asStaff(staffId), async (work) => {
    const user = await lockForRole(work.tx, id)
    const role = roleFrom(input, user)
    await assertCurrentVersion(work, id, user.version)
    // The database protects the last administrator only at commit, which may be a day later, so check now.
    if (role !== 'administrator' && (await isLastAdministrator(work.tx, id))) throw lastAdministrator()
    const approval = await requestApproval(work, staffId, { kind: 'role', targetId: id, role })
    if (!approval) await changeRole(work, { id, role, requestedBy: staffId })
    return approval
  }).catch((error: unknown) => {
    if (!isDuplicateRequest(error)) throw error
    throw new ApiError('conflict', 'Someone has already asked to change this role.')
  })
  return { user: await oneUser(context, viewer, id), ...(approval ? { approval } : {}) }
}

async function lockForRole(tx: Tx, id: string) {
  const user = await lockAccountForStaff(tx, id)
  if (!user) throw noUser()
  return user
}

/** `isAdmin: false` revokes only an administrator's role. */
function roleFrom(input: RoleInput, user: RoleColumns): StaffRole | null {
  if ('isAdmin' in input && !input.isAdmin && !user.is_admin)
    throw new ApiError('conflict', 'This person isn’t an administrator.')
  const role = 'role' in input ? input.role : input.isAdmin ? 'administrator' : null
  assertOther(role, user)
  return role
}

function assertOther(role: StaffRole | null, user: RoleColumns): void {
  if (roleOf(user) !== role) return
  if (role === 'administrator') throw new ApiError('conflict', 'This person is already an administrator.')
  throw new ApiError('conflict', role ? 'This person already has this role.' : 'This person has no role.')
}

export type RoleChange = { id: string; role: StaffRole | null; requestedBy: string }

const actionFor = (role: StaffRole | null, before: StaffRole | null): string => {
  if (role === 'administrator') return 'administrator.made'
  return before === 'administrator' && role === null ? 'administrator.unmade' : 'staff-role.changed'
}

/** Also ends the user's sessions. The database refuses to remove the last administrator. */
export async function changeRole(work: Work<'bus'>, { id, role, requestedBy }: RoleChange): Promise<void> {
  const user = await lockForRole(work.tx, id)
  assertOther(role, user)
  const isAdmin = role === 'administrator'
  await editAccount(work.tx, id, { is_admin: isAdmin, staff_role: isAdmin ? null : role })
  await endSessions(work, { accountId: id }, 'role_changed')
  await audit(work, {
    actor: asStaff(requestedBy),
    action: actionFor(role, roleOf(user)),
    subjectId: id,
    details: { before: roleOf(user), after: role },
  })
}
