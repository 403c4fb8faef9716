import { ApiError, message } from '@kindred/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../http/caller.ts'
import type { Viewer } from '../../http/session.ts'
import type { Db, Tx } from '../../infra/db/db.ts'
import type { Work } from '../../work.ts'
import { assertMayJudge } from './administration/may-act.ts'

// What appeals, duplicate photos and linked accounts have in common: a version, a state and the time since which they
// wait.

const waitsSince = { appeals: 'created_at', account_links: 'found_at', duplicate_photos: 'found_at' } as const
export type CaseTable = keyof typeof waitsSince

export type CasePage = { before?: string | undefined; limit: number; isOpen: boolean }

/** Open cases begin with the one that has waited longest. All cases begin with the newest. */
export const orderOf = (table: CaseTable, isOpen: boolean, name: string = table) => {
  const order = sql.raw(isOpen ? 'asc' : 'desc')
  return sql`${sql.ref(`${name}.${waitsSince[table]}`)} ${order}, ${sql.ref(`${name}.id`)} ${order}`
}

/** One case more than the limit, to know whether there are more. `before` is the last case of the page before. */
export const casesIn = (
  table: CaseTable,
  { before, limit, isOpen }: CasePage,
  where = sql<boolean>`true`,
): RawBuilder<unknown> => {
  const [rows, since] = [sql.table(table), sql.ref(waitsSince[table])]
  const isNext = before
    ? sql`(${since}, id) ${sql.raw(isOpen ? '>' : '<')} (select ${since}, id from ${rows} where id = ${before})`
    : sql`true`
  return sql`select * from ${rows} where ${isNext} and ${isOpen ? sql`state = 'open'` : sql`true`} and ${where}
    order by ${orderOf(table, isOpen)} limit ${limit + 1}`
}

export function pageOf<Row extends { id: string }, T>(rows: readonly Row[], limit: number, toCase: (row: Row) => T) {
  const page = rows.slice(0, limit)
  return { cases: page.map(toCase), nextBefore: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

export async function countOpen(db: Db, table: CaseTable, most: number, where = sql<boolean>`true`): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from ${sql.table(table)} where state = 'open' and ${where} limit ${most}) c`.execute(db)
  return rows[0]?.count ?? 0
}

export const lockCase = (tx: Tx, table: CaseTable, id: string) =>
  sql`select from ${sql.table(table)} where id = ${id} for update`.execute(tx)

type Finding = {
  state: string
  table: 'account_links' | 'duplicate_photos'
  id: string
  version: number
  decider: string | null
  people: readonly (string | null)[]
}

/** A finding changes no account. Staff can decide again, based on the new version, or undo their decision. */
export async function decideFinding(
  { tx, now, caller }: Work & { caller: Caller },
  { account }: Viewer,
  { table, id, version, decider, people, state: before }: Finding,
  { state, note }: { state: string; note?: string | undefined },
): Promise<void> {
  for (const person of people) if (person) await assertMayJudge(tx, account, person)
  if (caller.ifMatch === undefined)
    throw new ApiError('invalid_request', 'Send the version that you last saw as If-Match.')
  if (caller.ifMatch !== version)
    throw new ApiError(
      'conflict',
      decider === null
        ? 'This has changed in the meantime. Please check it and try again.'
        : message('{name} has already decided this.', { name: decider }),
    )
  if (state === 'open' && before === 'open') throw new ApiError('conflict', 'This isn’t decided yet.')
  const [by, at] = state === 'open' ? [null, null] : [account.id, now]
  await sql`update ${sql.table(table)} set state = ${state}, decided_by = ${by}, decided_at = ${at},
    note = ${note ?? null}, version = version + 1 where id = ${id}`.execute(tx)
}
