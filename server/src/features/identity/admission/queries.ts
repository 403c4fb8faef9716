import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { placeOf, timeAndId } from '../../../infra/db/row-place.ts'
import type { Invitations } from '../../../infra/db/schema.ts'

export type Invitation = Selectable<Invitations>

/** A member's code works while members may invite, and its owner is one. */
const isUsable = (now: Date, byMembers: boolean) => sql<boolean>`
  revoked_at is null and used < most and (expires_at is null or expires_at > ${now})
  and (account_id is null or ${byMembers} and exists (
    select from accounts o where o.id = invitations.account_id and o.state in ('active', 'paused')))`

export const isUsableNow = async (db: Db, code: string, now: Date, byMembers: boolean): Promise<boolean> =>
  (await db
    .selectFrom('invitations')
    .select('id')
    .where('code', '=', code)
    .where(isUsable(now, byMembers))
    .executeTakeFirst()) !== undefined

export const findInvitation = (db: Db | Tx, code: string) =>
  db.selectFrom('invitations').selectAll().where('code', '=', code).executeTakeFirst()

/** One conditional update, so that simultaneous uses of a code can't exceed its limit. */
export const takeInvitation = async (
  tx: Tx,
  code: string,
  now: Date,
  byMembers: boolean,
): Promise<string | undefined> =>
  (
    await tx
      .updateTable('invitations')
      .set((eb) => ({ used: eb('used', '+', 1) }))
      .where('code', '=', code)
      .where(isUsable(now, byMembers))
      .returning('id')
      .executeTakeFirst()
  )?.id

export const insertInvitation = (tx: Tx, values: Insertable<Invitations>) =>
  tx.insertInto('invitations').values(values).returningAll().executeTakeFirstOrThrow()

export type TeamInvitation = Invitation & { creator: string | null }

const teamInvitations = (db: Db | Tx) =>
  db
    .selectFrom('invitations')
    .leftJoin('accounts as c', 'c.id', 'invitations.created_by')
    .selectAll('invitations')
    .select(sql<string | null>`c.first_name || ' ' || c.last_name`.as('creator'))
    .where('invitations.account_id', 'is', null)

export const findTeamInvitation = (db: Db | Tx, id: string) =>
  teamInvitations(db).where('invitations.id', '=', id).executeTakeFirst()

/** One more than the limit, to know whether there are more. */
export const listTeamInvitations = (db: Db, before: string | undefined, limit: number) =>
  teamInvitations(db)
    .where((eb) => (before ? eb('invitations.id', '<', before) : eb.lit(true)))
    .orderBy('invitations.id', 'desc')
    .limit(limit + 1)
    .execute()

export const revokeInvitation = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (
    await tx
      .updateTable('invitations')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('account_id', 'is', null)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** An account keeps the invitation with which it joined. Returns false if it has one already. */
export const saveInvitedBy = async (tx: Tx, account_id: string, invitation_id: string): Promise<boolean> =>
  (
    await tx
      .insertInto('admissions')
      .values({ account_id, invitation_id })
      .onConflict((row) =>
        row.column('account_id').doUpdateSet({ invitation_id }).where('admissions.invitation_id', 'is', null),
      )
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows! > 0n

export type Applying = {
  id: string
  email: string | null
  email_verified_at: Date | null
  admission: string | null
  is_staff: boolean
  state: string
  deletion_due_at: Date | null
  invitation_id: string | null
  by_member: boolean
  still_applies: boolean
  answers: unknown
  applied_at: Date | null
  accepted_at: Date | null
  age_proven_on: string | null
}

const applying = sql`
  select a.id, a.email, a.email_verified_at, a.admission, a.is_admin or a.staff_role is not null as is_staff,
    a.state, a.deletion_due_at, a.age_proven_on, m.invitation_id, m.answers, m.applied_at, m.accepted_at,
    i.account_id is not null as by_member, coalesce(i.applies, false) as still_applies
  from accounts a left join admissions m on m.account_id = a.id left join invitations i on i.id = m.invitation_id`

export const findApplying = async (db: Db, id: string): Promise<Applying | undefined> =>
  (await sql<Applying>`${applying} where a.id = ${id}`.execute(db)).rows[0]

/** Of two transactions that could let someone in, the second sees what the first did. */
export const lockApplying = async (tx: Tx, id: string): Promise<Applying | undefined> =>
  (await sql<Applying>`${applying} where a.id = ${id} and a.admission is not null for update of a`.execute(tx)).rows[0]

export const saveAdmission = (tx: Tx, id: string, admission: string | null) =>
  tx
    .updateTable('accounts')
    .set((eb) => ({ admission, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** The first time counts. */
export const saveWaitsSince = (tx: Tx, id: string, now: Date) =>
  sql`insert into admissions (account_id, waits_since) values (${id}, ${now})
    on conflict (account_id) do update set waits_since = excluded.waits_since
    where admissions.waits_since is null`.execute(tx)

export const leaveRegion = (tx: Tx, id: string) =>
  tx.updateTable('admissions').set({ region: null }).where('account_id', '=', id).execute()

export const listNotAdmitted = async (db: Db, after: string, most: number): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select id from accounts where admission <> 'declined' and id > ${after}::uuid
      order by id limit ${most}`.execute(db)
  ).rows.map(({ id }) => id)

// Members' codes, and the people who came with them.

/** Serializes a member's changes to their own codes, and the end of their branch. */
export const lockInviter = (tx: Tx, id: string) =>
  sql`select from accounts where id = ${id} for no key update`.execute(tx)

export const findInviter = async (db: Db | Tx, id: string) =>
  (
    await sql<{ created_at: Date; ended_at: Date | null }>`
      select a.created_at, m.invites_ended_at as ended_at
      from accounts a left join admissions m on m.account_id = a.id where a.id = ${id}`.execute(db)
  ).rows[0]

/** Without the codes that staff ended. Those that the member ended are deleted. */
export const listOwnInvitations = (db: Db | Tx, account_id: string) =>
  db
    .selectFrom('invitations')
    .select(['id', 'code', 'used', 'created_at'])
    .where('account_id', '=', account_id)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()

export const deleteUnused = async (tx: Tx, account_id: string, id: string): Promise<boolean> =>
  (
    await tx
      .deleteFrom('invitations')
      .where('id', '=', id)
      .where('account_id', '=', account_id)
      .where('used', '=', 0)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
  ).numDeletedRows > 0n

type Origin = {
  by_id: string | null
  by_name: string | null
  note: string | null
  by_team: boolean
  ended_at: Date | null
}

export const findOrigin = async (db: Db, id: string): Promise<Origin | undefined> =>
  (
    await sql<Origin>`
      select i.account_id as by_id, o.first_name || ' ' || o.last_name as by_name, i.note,
        i.id is not null and i.account_id is null as by_team, m.invites_ended_at as ended_at
      from admissions m left join invitations i on i.id = m.invitation_id left join accounts o on o.id = i.account_id
      where m.account_id = ${id}`.execute(db)
  ).rows[0]

export type InvitedRow = { id: string; name: string }

export const findInvited = async (db: Db, id: string, most: number): Promise<InvitedRow[]> =>
  (
    await sql<InvitedRow>`
      select a.id, a.first_name || ' ' || a.last_name as name
      from invitations i join admissions m on m.invitation_id = i.id join accounts a on a.id = m.account_id
      where i.account_id = ${id} order by i.id limit ${most}`.execute(db)
  ).rows

export const countUnused = async (db: Db, id: string): Promise<number> =>
  (
    await sql<{ count: number }>`
      select count(*)::int as count from invitations where account_id = ${id} and used = 0 and revoked_at is null`.execute(
      db,
    )
  ).rows[0]?.count ?? 0

/** The people who came through an account, directly or through others, nearest first. */
export const findBranch = async (tx: Tx, id: string, most: number): Promise<InvitedRow[]> =>
  (
    await sql<InvitedRow>`
      with recursive branch as (
        select ${id}::uuid as id, 0 as depth
        union all
        select m.account_id, b.depth + 1 from branch b join invitations i on i.account_id = b.id
          join admissions m on m.invitation_id = i.id
      ), near as (select id, depth from branch limit ${most})
      select a.id, a.first_name || ' ' || a.last_name as name from near n join accounts a on a.id = n.id
      where n.depth > 0 order by n.depth, a.id`.execute(tx)
  ).rows

export const endUnused = async (tx: Tx, ids: readonly string[], now: Date): Promise<number> =>
  (
    await sql<{ count: number }>`
      with ended as (update invitations set revoked_at = ${now}
        where account_id = any(${ids}::uuid[]) and used = 0 and revoked_at is null returning 1)
      select count(*)::int as count from ended`.execute(tx)
  ).rows[0]?.count ?? 0

export const saveInvitesEnded = (tx: Tx, ids: readonly string[], at: Date | null) =>
  sql`insert into admissions (account_id, invites_ended_at) select id, ${at} from unnest(${ids}::uuid[]) ids(id)
    on conflict (account_id) do update set invites_ended_at = excluded.invites_ended_at`.execute(tx)

// Applications.

export const saveApplication = (tx: Tx, id: string, answers: unknown, now: Date) =>
  sql`insert into admissions (account_id, answers, applied_at, queued_at)
    values (${id}, ${JSON.stringify(answers)}::jsonb, ${now}, ${now})
    on conflict (account_id) do update set answers = excluded.answers, applied_at = excluded.applied_at,
      queued_at = excluded.queued_at, version = admissions.version + 1`.execute(tx)

type NewMessage = { account_id: string; author_id: string; by_staff: boolean; message: string; at: Date }

/** The new version makes the server refuse decisions by staff who haven't seen the message. */
export async function saveAdmissionMessage(tx: Tx, message: NewMessage): Promise<void> {
  await tx.insertInto('admission_messages').values(message).execute()
  await sql`update admissions set version = version + 1, queued_at = ${message.by_staff ? null : message.at}
    where account_id = ${message.account_id}`.execute(tx)
}

export type MessageRow = {
  id: string
  account_id: string
  by_staff: boolean
  author: string | null
  message: string
  at: Date
}

export const findAdmissionMessages = async (db: Db | Tx, ids: readonly string[]): Promise<MessageRow[]> =>
  (
    await sql<MessageRow>`
      select m.id, m.account_id, m.by_staff, a.first_name || ' ' || a.last_name as author, m.message, m.at
      from admission_messages m left join accounts a on a.id = m.author_id
      where m.account_id = any(${ids}::uuid[]) order by m.id`.execute(db)
  ).rows

export type ApplicationRow = {
  id: string
  name: string
  first_name: string
  email_verified_at: Date | null
  state: string
  admission: string | null
  version: number
  language: string | null
  gender: string | null
  date_of_birth: string | null
  applied_at: Date
  answers: unknown
  decider: string | null
  decided_at: Date | null
  accepted_at: Date | null
  deletion_due_at: Date | null
  by_id: string | null
  by_name: string | null
  note: string | null
}
type ListedApplication = ApplicationRow & { place: string }

const applicationColumns = sql`
  select a.id, a.first_name || ' ' || a.last_name as name, a.first_name, a.email_verified_at, a.state, a.admission,
    m.version, a.language, a.gender, a.date_of_birth, m.applied_at, m.answers,
    d.first_name || ' ' || d.last_name as decider, m.decided_at, m.accepted_at, a.deletion_due_at, i.account_id as by_id,
    o.first_name || ' ' || o.last_name as by_name, i.note`
const applicationTables = sql`
  from admissions m join accounts a on a.id = m.account_id left join accounts d on d.id = m.decided_by
    left join invitations i on i.id = m.invitation_id left join accounts o on o.id = i.account_id`

const isQueued = sql`m.queued_at is not null and a.admission = 'applied' and a.state in ('active', 'paused')`

type Page = { before: string | undefined; limit: number; isOpen: boolean }

/** Open ones begin with the one that has waited longest. All begin with the newest. One more than the limit. */
export async function findApplications(db: Db, { before, limit, isOpen }: Page): Promise<ListedApplication[]> {
  const [since, order, is] = [isOpen ? 'queued_at' : 'applied_at', isOpen ? 'asc' : 'desc', isOpen ? '>' : '<'].map(
    (each) => sql.raw(each),
  )
  const next = before ? sql`(m.${since}, m.account_id) ${is} ${timeAndId(before)}` : sql`true`
  const { rows } = await sql<ListedApplication>`${applicationColumns},
    ${placeOf(sql`m.${since}`, sql`m.account_id`)} as place ${applicationTables}
    where ${isOpen ? isQueued : sql`m.applied_at is not null and a.state <> 'erased'`} and ${next}
    order by m.${since} ${order}, m.account_id ${order} limit ${limit + 1}`.execute(db)
  return rows
}

export const findApplication = async (db: Db | Tx, id: string): Promise<ApplicationRow | undefined> =>
  (
    await sql<ApplicationRow>`${applicationColumns} ${applicationTables} where m.account_id = ${id} and m.applied_at is not null`.execute(
      db,
    )
  ).rows[0]

export const countApplications = async (db: Db, most: number): Promise<number> =>
  (
    await sql<{ count: number }>`select count(*)::int as count from (
      select from admissions m join accounts a on a.id = m.account_id where ${isQueued} limit ${most}) c`.execute(db)
  ).rows[0]?.count ?? 0

export const findAddressee = (tx: Tx, id: string) =>
  tx.selectFrom('accounts').select(['first_name', 'gender', 'language']).where('id', '=', id).executeTakeFirstOrThrow()

type Decided = { by: string; at: Date; accepted: boolean }

export const saveDecision = (tx: Tx, id: string, { by, at, accepted }: Decided) =>
  sql`update admissions set decided_by = ${by}, decided_at = ${at}, queued_at = null,
    accepted_at = ${accepted ? at : null} where account_id = ${id}`.execute(tx)

/** If the team changes its mind about a declined applicant, their data isn’t erased. */
export const keepDeclined = (tx: Tx, id: string) =>
  sql`update accounts set state = coalesce(state_before_deletion, 'active'), state_before_deletion = null,
    deletion_due_at = null where id = ${id} and state = 'deleting' and admission = 'declined'`.execute(tx)
