import { LabelTone, type Label, type labelledKinds } from '@kindred/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

export type Kind = (typeof labelledKinds)[number]

type Row = { id: string; name: string; tone: string }

export const toLabel = ({ id, name, tone }: Row): Label => ({ _id: id, name, tone: LabelTone.parse(tone) })

type Link = { table: RawBuilder<unknown>; read: RawBuilder<unknown>; of: RawBuilder<unknown> }

/** The view leaves out people who have joined the team since. */
const links: Record<Kind, Link> = {
  users: { table: sql`account_labels`, read: sql`moderation_account_labels`, of: sql`account_id` },
  reports: { table: sql`report_labels`, read: sql`report_labels`, of: sql`report_id` },
}

/** A team has few labels, so that they all fit into a menu. */
export const MOST_OF_TEAM = 200

export const findLabels = async (db: Db | Tx): Promise<Row[]> =>
  (await sql<Row>`select id, name, tone from labels order by lower(name) limit ${MOST_OF_TEAM}`.execute(db)).rows

export const isStaffMember = async (tx: Tx, id: string): Promise<boolean> =>
  (await sql`select from identity_people where id = ${id} and (is_admin or staff_role is not null)`.execute(tx)).rows
    .length > 0

/** The labels of several users or reports, by their ids. */
export async function labelsOf(db: Db | Tx, kind: Kind, ids: readonly string[]): Promise<Map<string, Label[]>> {
  const { read, of } = links[kind]
  const { rows } = await sql<Row & { subject: string }>`
    select t.${of} as subject, l.id, l.name, l.tone from ${read} t join labels l on l.id = t.label_id
    where t.${of} = any(${ids}::uuid[]) order by lower(l.name)`.execute(db)
  return new Map([...Map.groupBy(rows, ({ subject }) => subject)].map(([id, those]) => [id, those.map(toLabel)]))
}

/** Finds the label by its name in any case. Two colleagues who make it at once get the same one. */
export async function findOrMakeLabel(tx: Tx, name: string, tone: LabelTone, now: Date): Promise<Row> {
  const { rows } = await sql<Row>`
    insert into labels (name, tone, created_at) values (${name}, ${tone}, ${now})
    on conflict (lower(name)) do update set name = labels.name returning id, name, tone`.execute(tx)
  const [label] = rows
  if (!label) throw new Error('An upsert returns its row.')
  return label
}

/** Returns false if the user or report already had the label. */
export async function link(tx: Tx, kind: Kind, id: string, labelId: string): Promise<boolean> {
  const { table, of } = links[kind]
  const { rows } = await sql`insert into ${table} (${of}, label_id) values (${id}, ${labelId})
    on conflict do nothing returning label_id`.execute(tx)
  return rows.length > 0
}

export async function unlink(tx: Tx, kind: Kind, id: string, labelId: string): Promise<Row | undefined> {
  const { table, of } = links[kind]
  const { rows } = await sql<Row>`
    with gone as (delete from ${table} where ${of} = ${id} and label_id = ${labelId} returning label_id)
    select l.id, l.name, l.tone from labels l where id in (select label_id from gone)`.execute(tx)
  return rows[0]
}

export async function countLabels(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from labels`.execute(tx)
  return rows[0]?.count ?? 0
}

export const lockLabel = async (tx: Tx, id: string): Promise<Row | undefined> =>
  (await sql<Row>`select id, name, tone from labels where id = ${id} for update`.execute(tx)).rows[0]

export const updateLabel = (tx: Tx, { id, name, tone }: Row) =>
  sql`update labels set name = ${name}, tone = ${tone} where id = ${id}`.execute(tx)

export const deleteLabelRow = (tx: Tx, id: string) => sql`delete from labels where id = ${id}`.execute(tx)
