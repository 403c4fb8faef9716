import type { AccountLink, LinkOutcome } from '@kindred/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Resemblance } from './rules.ts'

export type LinkRow = {
  id: string
  version: number
  account_id: string
  name: string
  account_state: string
  joined_at: Date
  banned_id: string
  banned_name: string
  banned_state: string
  banned_joined_at: Date
  signals: AccountLink['signals']
  weight: number
  found_at: Date
  state: AccountLink['state']
  decider: string | null
  decided_at: Date | null
  note: string | null
}

/** Returns the id of a new finding. An open one is updated; decisions by staff are kept. */
export async function saveLink(
  tx: Tx,
  accountId: string,
  { otherId, signals, weight }: Resemblance,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; is_new: boolean }>`
    insert into account_links (account_id, banned_id, signals, weight, found_at)
    values (${accountId}, ${otherId}, ${JSON.stringify(signals)}, ${weight}, ${now})
    on conflict (account_id, banned_id) do update
      set signals = excluded.signals, weight = excluded.weight, version = account_links.version + 1
      where account_links.state = 'open' and account_links.weight < excluded.weight
    returning id, xmax = 0 as is_new`.execute(tx)
  return rows[0]?.is_new ? rows[0].id : undefined
}

const withPeople = (links: RawBuilder<unknown>) => sql<LinkRow>`
  select l.id, l.version, l.account_id, p.full_name as name, p.state as account_state, p.created_at as joined_at,
    l.banned_id, b.full_name as banned_name, b.state as banned_state, b.created_at as banned_joined_at, l.signals,
    l.weight, l.found_at, l.state, d.full_name as decider, l.decided_at, l.note
  from (${links}) l join identity_people p on p.id = l.account_id join identity_people b on b.id = l.banned_id
    left join identity_people d on d.id = l.decided_by
  order by l.found_at desc, l.id desc`

export type Page = { before?: string | undefined; limit: number }

export async function findLinks(db: Db, { before, limit }: Page, isOpen: boolean): Promise<LinkRow[]> {
  const isBefore = before
    ? sql`(found_at, id) < (select found_at, id from account_links where id = ${before})`
    : sql`true`
  const links = sql`select * from account_links where ${isBefore} and ${isOpen ? sql`state = 'open'` : sql`true`}
    order by found_at desc, id desc limit ${limit}`
  return (await withPeople(links).execute(db)).rows
}

const MOST_OF_ONE = 20

export const findLinksOf = async (db: Db, accountId: string): Promise<LinkRow[]> =>
  (
    await withPeople(sql`select * from account_links where account_id = ${accountId} or banned_id = ${accountId}
      order by found_at desc, id desc limit ${MOST_OF_ONE}`).execute(db)
  ).rows

export const findLink = async (db: Db | Tx, id: string): Promise<LinkRow | undefined> =>
  (await withPeople(sql`select * from account_links where id = ${id}`).execute(db)).rows[0]

export const lockLink = (tx: Tx, id: string) => sql`select from account_links where id = ${id} for update`.execute(tx)

type Outcome = { state: LinkOutcome; decided_by: string; decided_at: Date; note: string | null }

export const saveOutcome = (tx: Tx, id: string, outcome: Outcome) =>
  tx
    .updateTable('account_links')
    .set((eb) => ({ ...outcome, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export async function countOpenLinks(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from account_links where state = 'open' limit ${most}) l`.execute(db)
  return rows[0]?.count ?? 0
}
