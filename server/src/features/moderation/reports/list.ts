import type { ReportQuery } from '@kindred/contract'
import { sql, type RawBuilder } from 'kysely'
import { NO_PLAN_CACHE, type Db, type Tx } from '../../../infra/db/db.ts'
import { hasWords } from '../../../infra/db/search.ts'

export type ReportRow = {
  id: string
  reporter_id: string | null
  reporter_name: string | null
  reporter_email: string | null
  about_id: string | null
  about_name: string | null
  assignee_id: string | null
  assignee_name: string | null
  public_id: string | null
  evidence: { text?: string; at?: string; withdrawn?: true }
  problem_type: string
  description: string
  priority: string
  priority_parts: { name: string; points: number }[]
  status: string
  reply_count: number
  created_at: Date
  updated_at: Date
  version: number
  lease_until: Date | null
  first_answer_at: Date | null
  closed_at: Date | null
  first_due_at: Date
  clocks_from: Date
  next_due_at: Date | null
  resolve_due_at: Date
  due_at: Date | null
}

const shown = sql`select r.*, u.full_name as reporter_name, u.email as reporter_email,
    a.first_name as about_name, s.full_name as assignee_name
  from reports r left join identity_people u on u.id = r.reporter_id left join identity_people a on a.id = r.about_id left join identity_people s on s.id = r.assignee_id`

export const byId = async (db: Db | Tx, id: string): Promise<ReportRow | undefined> =>
  (await sql<ReportRow>`${shown} where r.id = ${id}`.execute(db)).rows[0]

export const hold = async (tx: Tx, id: string): Promise<ReportRow | undefined> => {
  await sql`select 1 from reports where id = ${id} for update`.execute(tx)
  return byId(tx, id)
}

const columns = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  priority: 'priority_rank',
  status: 'status',
  due: 'due_at',
} as const

export type Wish = Partial<ReportQuery> & { reporter?: string; now?: Date }

function terms(wish: Wish, search: RawBuilder<boolean> | null): RawBuilder<unknown> {
  const { reporter, status, problem_type, priority, assignee, user, from, to, overdue, now } = wish
  const all: RawBuilder<unknown>[] = [sql`true`]
  if (reporter) all.push(sql`r.reporter_id = ${reporter}`)
  if (status) all.push(sql`r.status = ${status}`)
  if (problem_type) all.push(sql`r.problem_type = ${problem_type}`)
  if (priority) all.push(sql`r.priority = ${priority}`)
  if (assignee) all.push(sql`r.assignee_id = ${assignee}`)
  if (user) all.push(sql`(r.reporter_id = ${user} or r.about_id = ${user})`)
  if (from) all.push(sql`r.created_at >= ${from}::timestamptz`)
  if (to) all.push(sql`r.created_at < ${to}::timestamptz`)
  if (overdue) all.push(sql`r.status in ('pending', 'in_progress') and r.due_at < ${now}`)
  if (search) all.push(search)
  return sql.join(all, sql` and `)
}

const idIn = (text: string) => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : null)

/** By words of the description, by who sent it, or by the id: all of it, or the six characters that are shown of it. */
function saying(text: string): RawBuilder<boolean> {
  return sql<boolean>`(${hasWords(sql`folded(r.description)`, text)} or right(r.id::text, 6) = ${text.toLowerCase()} or r.id = ${idIn(text)}
    or r.reporter_id in (select id from identity_people where ${hasWords(sql`words`, text)} and state <> 'erased'))`
}

const FEW = 500

/**
 * What is said in a few reports is looked for by the indexes, each for itself; what is said in many is met soon enough on
 * the way through the newest.
 */
async function searched(db: Db, text: string | undefined): Promise<RawBuilder<boolean> | null> {
  if (!text) return null
  const { rows } = await sql<{ id: string }>`${NO_PLAN_CACHE}
    (select id from reports where ${hasWords(sql`folded(description)`, text)} limit ${FEW})
    union (select id from reports where right(id::text, 6) = ${text.toLowerCase()} limit ${FEW})
    union (select id from reports where id = ${idIn(text)})
    union (select r.id from identity_people a join reports r on r.reporter_id = a.id where ${hasWords(sql`a.words`, text)} and a.state <> 'erased' limit ${FEW})`.execute(
    db,
  )
  return rows.length < FEW ? sql<boolean>`r.id = any(${rows.map(({ id }) => id)}::uuid[])` : saying(text)
}

/** The filters as the database may be asked for them. */
export function checkedWish<W extends Wish>(wish: W): W {
  const { search: asked, ...rest } = wish
  const search = asked?.trim().normalize('NFC')
  return { ...rest, ...(search ? { search } : {}) } as W
}

/** What the filters ask for, as a condition on `reports r`. */
export const whereOf = async (db: Db, wish: Wish): Promise<RawBuilder<unknown>> =>
  terms(wish, await searched(db, wish.search))

const MOST_COUNTED = 10_000

export async function list(db: Db, wish: Wish, page: number, limit: number) {
  const { sortBy = 'createdAt', sortOrder = 'desc' } = wish
  const order = sql.ref(`r.${columns[sortBy]}`)
  const direction = sql.raw(sortOrder)
  // What is done is due no more: it comes last, either way.
  const nulls = sortBy === 'due' ? sql.raw('nulls last') : sql.raw('')
  const where = await whereOf(db, wish)
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<ReportRow>`${NO_PLAN_CACHE} ${shown} join (select r.id as found, row_number() over () as place from (
        select r.id from reports r where ${where}
        order by ${order} ${direction} ${nulls}, r.created_at ${direction}, r.id ${direction} limit ${limit} offset ${(page - 1) * limit}) r) page
      on page.found = r.id order by page.place`.execute(db),
    sql<{ total: number }>`${NO_PLAN_CACHE}
      select count(*)::int as total from (select from reports r where ${where} limit ${MOST_COUNTED}) found`.execute(
      db,
    ),
  ])
  return { rows, total: counted[0]!.total }
}
