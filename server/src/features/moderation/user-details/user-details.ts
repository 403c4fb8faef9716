import { type Revealed, type SignIn, UserDetails, type UserStats } from '@kindred/contract'
import { type Language, languageOf } from '@kindred/contract/languages'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { listSubscriptionsOf } from '../../billing/index.ts'
import { userById, type UserRow } from '../../discovery/index.ts'
import { latestSessions, latestSignIns } from '../../identity/index.ts'
import { withAddressChange } from '../administration/administration.ts'
import { assertMayActOn } from '../administration/may-act.ts'
import { isInvolved } from '../administration/queries.ts'
import { noUser, toAdminUser, withLabels } from '../administration/read-users.ts'
import { Refusal } from '../refusals.ts'
import { aboutPerson, noteReader } from '../blind-reviews/queries.ts'
import { findUserStats } from './queries.ts'
import { shortened } from './rules.ts'
import { audit, fieldsIn, recordAccess } from '../../operations/index.ts'
import {
  type Addressing,
  fieldsForStaff,
  sensitiveFieldsForStaff,
  shownToOf,
  storedPictures,
  toOwnUser,
  toPicturesForReason,
} from '../../profiles/index.ts'
import { type Answering, type Caller, deviceOf } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { write } from '../../../infra/language/write.ts'
import { only } from '../../../infra/only.ts'
import type { RoleColumns } from '../../../infra/staff.ts'
import { asStaff, unitOfWork } from '../../../work.ts'

type Viewing = { id: string } & RoleColumns

/** Only administrators read about other staff more than the lists show. */
export async function assertMayReadAbout(db: Db, viewer: Viewing, id: string): Promise<void> {
  const { rows } = await sql<Viewing>`
    select id, is_admin, staff_role from identity_people where id = ${id}`.execute(db)
  if (rows[0]) assertMayActOn(viewer, rows[0])
}

export async function assertMayLookAt(db: Db, viewer: Viewing, id: string): Promise<void> {
  await assertMayReadAbout(db, viewer, id)
  if (await isInvolved(db, viewer.id, id, 'knows')) throw new Refusal('involved')
}

type SignInRow = Awaited<ReturnType<typeof latestSignIns>>[number]
type SessionRow = Awaited<ReturnType<typeof latestSessions>>[number]

const toSignIn = (
  { at, outcome, address, user_agent }: SignInRow,
  shown: (address: string) => string,
  language: Language,
) => ({
  at: at.toISOString(),
  // The column has a check constraint with these two values.
  outcome: outcome as SignIn['outcome'],
  device: write(language, deviceOf(user_agent)),
  address: shown(address),
})

const toSession = (session: SessionRow, language: Language): UserDetails['sessions'][number] => ({
  _id: session.id,
  device: write(language, deviceOf(session.user_agent)),
  address: shortened(session.address),
  createdAt: session.created_at.toISOString(),
  lastUsedAt: session.last_used_at.toISOString(),
})

const toProfile = (context: Addressing & Answering, sessionId: string, { profile, ...account }: UserRow) =>
  only(UserDetails.shape.profile.shape, toOwnUser(context, sessionId, account, profile, 'staff'))

const toPictures = (context: Pick<Deps, 'keys' | 'clock'>, sessionId: string, { profile }: UserRow) =>
  toPicturesForReason(context, sessionId, storedPictures(profile))

export async function readUser(db: Db | Tx, id: string): Promise<UserRow> {
  const row = await userById(db, id)
  if (!row) throw noUser()
  return row
}

/** Reading counts needs no access reason. */
export async function userStats({ db }: Pick<Deps, 'db'>, { account }: Viewer, id: string): Promise<UserStats> {
  await readUser(db, id)
  return findUserStats(db, account, id)
}

export async function userDetails(
  context: Deps & { caller: Caller },
  viewer: Viewer,
  id: string,
): Promise<UserDetails> {
  const { language } = context.caller
  const row = await readUser(context.db, id)
  await recordAccess(context, viewer, { kind: 'user-page', of: id, action: 'account.opened', subjectId: id })
  await noteReader(context.db, viewer.account.id, aboutPerson(id))
  const [user, subscriptions, sessions, signIns, figures, fields] = await Promise.all([
    withLabels(context.db, viewer.account, toAdminUser(context, viewer.sessionId, row)),
    listSubscriptionsOf(context, row),
    latestSessions(context.db, id, context.clock.now()),
    latestSignIns(context.db, id),
    findUserStats(context.db, viewer.account, id),
    fieldsIn(context.db),
  ])
  return {
    ...(await withAddressChange(context, user)),
    profile: toProfile(context, viewer.sessionId, row),
    ...(fields.length > 0 ? { fields: fieldsForStaff(fields, row.profile, language) } : {}),
    pictures: toPictures(context, viewer.sessionId, row),
    language: languageOf(row.language ?? '') ?? null,
    subscriptions,
    sessions: sessions.map((session) => toSession(session, language)),
    signIns: signIns.map((signIn) => toSignIn(signIn, shortened, language)),
    figures,
  }
}

/** Records the reason in the audit log before reading anything. */
export async function revealUser(
  context: Deps & Answering,
  { account }: Viewer,
  id: string,
  reason: string,
): Promise<Revealed> {
  const row = await readUser(context.db, id)
  await unitOfWork(context, asStaff(account.id), (work) =>
    audit(work, { action: 'account.revealed', subjectId: id, reason }),
  )
  const [signIns, fields] = await Promise.all([latestSignIns(context.db, id), fieldsIn(context.db)])
  const sensitive = fields.filter((field) => field.sensitive)
  return {
    interestedIn: row.profile?.interested_in ?? [],
    shownTo: row.profile?.gender ? shownToOf(row.profile.gender, row.profile.shown_to) : [],
    signIns: signIns.map((signIn) => toSignIn(signIn, (address) => address, context.caller.language)),
    ...(sensitive.length > 0
      ? { fields: sensitiveFieldsForStaff(sensitive, row.profile, context.caller.language) }
      : {}),
  }
}
