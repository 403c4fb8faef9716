import { sql } from 'kysely'
import type { Action } from '@kindred/contract'
import type { Db, Tx } from '../../infra/db/db.ts'
import { first } from '../../infra/first.ts'
import type { AllowanceKind, DailyUse } from './rules.ts'

/** Waits for concurrent swipes within this pair, like `matching_choose`. */
export const lockPair = (tx: Tx, one: string, other: string) =>
  sql`select pg_advisory_xact_lock(uuid_hash_extended(${one}, 0) # uuid_hash_extended(${other}, 0))`.execute(tx)

/** `within` is the limit of a day, and null without one. */
type Spending = { accountId: string; kind: AllowanceKind | null; within: number | null; now: Date; dayEnds: Date }

export const spend = async (db: Db | Tx, { accountId, kind, within, now, dayEnds }: Spending) =>
  first(
    (
      await sql<DailyUse & { spent: boolean }>`
        select * from matching_use(${accountId}, ${kind}, ${within}, ${now}, ${dayEnds})`.execute(db)
    ).rows,
  )

export async function deleteChoice(tx: Tx, chooser: string, chosen: string, likes: number): Promise<void> {
  await sql`
    with mine as (delete from choices where chooser_id = ${chooser} and chosen_id = ${chosen})
    delete from likes_received where chosen_id = ${chosen} and chooser_id = ${chooser}`.execute(tx)
  await sql`select discovery_count_choice(${chooser}, ${chosen}, ${-likes}, -1)`.execute(tx)
}

export const readChoice = async (tx: Tx, chooser: string, chosen: string): Promise<Action | null> => {
  const choice = await tx
    .selectFrom('choices')
    .select('action')
    .where('chooser_id', '=', chooser)
    .where('chosen_id', '=', chosen)
    .executeTakeFirst()
  // A check constraint allows only these three.
  return (choice?.action ?? null) as Action | null
}

/** The newest swipe that can be shown again: passes on erased people remain for a while. */
export const lastChoice = async (tx: Tx, chooser: string) =>
  (
    await sql<{ chosen_id: string }>`
      with latest as materialized (
        select chosen_id, at from choices where chooser_id = ${chooser} order by at desc limit 100)
      select c.chosen_id from latest c join identity_people p on p.id = c.chosen_id and p.state <> 'erased'
      order by c.at desc limit 1`.execute(tx)
  ).rows[0]
