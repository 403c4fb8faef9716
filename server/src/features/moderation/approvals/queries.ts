import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Approvals } from '../../../infra/db/schema.ts'

export type Row = Selectable<Approvals>
export type Kind = 'role' | 'bulk'
export type Outcome = 'approved' | 'declined' | 'withdrawn' | 'expired' | 'automatic' | 'failed'

export type ListedRow = Row & {
  target: string | null
  requester: string | null
  decider: string | null
  action: string | null
  reason: string | null
  people: number | null
  concerns_viewer: boolean
  /** A digest of how the person whose role it is is called and reached now. */
  target_email: string | null
  target_now: string
}

/** Everyone else with the role, also those who can't act: taking an administrator out makes nobody the only one. */
export const otherAdministrators = async (db: Db | Tx, staffId: string, targets: RawBuilder<{ id: string }>) =>
  (
    await sql<{ id: string; can_approve: boolean }>`
      select id, can_administer
        and id not in (select t.id from (${targets}) t where t.id is not null) as can_approve
      from identity_people where is_admin and state <> 'erased' and id <> ${staffId}`.execute(db)
  ).rows

export const isActing = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await sql`select from identity_people where id = ${accountId} and can_administer`.execute(tx)).rows.length > 0

export const add = async (tx: Tx, values: Insertable<Approvals>): Promise<string> =>
  (await tx.insertInto('approvals').values(values).returning('id').executeTakeFirstOrThrow()).id

const listed = (viewerId: string, rows: RawBuilder<unknown>) => sql<ListedRow>`
  select p.*, t.full_name as target, r.full_name as requester,
    d.full_name as decider, t.email as target_email,
    encode(sha256(convert_to(concat_ws(' ', p.id, t.first_name, t.last_name, t.email), 'UTF8')), 'hex') as target_now, b.action, b.reason,
    (select count(*)::int from batch_items where batch_id = p.batch_id) as people,
    coalesce(p.target_id = ${viewerId}, false)
      or exists (select from batch_items where batch_id = p.batch_id and subject_id = ${viewerId}) as concerns_viewer
  from (${rows}) p left join batches b on b.id = p.batch_id left join identity_people t on t.id = p.target_id
    left join identity_people r on r.id = p.requested_by left join identity_people d on d.id = p.decided_by
  order by p.requested_at desc, p.id desc`

/** The newest, or those before one of them. */
export async function page(
  db: Db,
  viewerId: string,
  { before, limit, open }: { before: string | undefined; limit: number; open: boolean },
): Promise<ListedRow[]> {
  const rows = sql`select * from approvals
    where ${before ? sql`(requested_at, id) < (select requested_at, id from approvals where id = ${before})` : sql`true`}
      and ${open ? sql`outcome is null` : sql`true`}
    order by requested_at desc, id desc limit ${limit}`
  return (await listed(viewerId, rows).execute(db)).rows
}

export const one = async (db: Db | Tx, viewerId: string, id: string): Promise<ListedRow | undefined> =>
  (await listed(viewerId, sql`select * from approvals where id = ${id}`).execute(db)).rows[0]

/** Locks a request, so that it is decided once. */
export const lock = (tx: Tx, id: string): Promise<Row | undefined> =>
  tx.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const decide = (tx: Tx, id: string, outcome: Outcome, decidedBy: string | null, decidedAt: Date) =>
  tx
    .updateTable('approvals')
    .set({ outcome, decided_by: decidedBy, decided_at: decidedAt })
    .where('id', '=', id)
    .execute()

/** Open ones whose time has come, to take effect or to expire, and those whose requester can't act any more. */
export const due = async (db: Db, now: Date): Promise<string[]> =>
  (
    await sql<{
      id: string
    }>`select p.id from approvals p where p.outcome is null and (p.takes_effect_at <= ${now} or p.expires_at <= ${now}
      or not exists (select from identity_people where id = p.requested_by and can_administer))`.execute(db)
  ).rows.map(({ id }) => id)

/** Somebody can approve it by now: it waits for them. */
export const waitForApproval = (tx: Tx, id: string) =>
  tx.updateTable('approvals').set({ takes_effect_at: null }).where('id', '=', id).execute()

/** Keeps a digest of who it is about as they are shown now. */
export const keepSeen = (tx: Tx, id: string, target_seen: string) =>
  tx.updateTable('approvals').set({ target_seen }).where('id', '=', id).execute()
