import { sql } from 'kysely'
import type { Action } from '@kindred/contract'
import type { Db, Tx } from '../../infra/db/db.ts'
import { hiddenFrom } from '../discovery/index.ts'
import type { DailyUse } from './rules.ts'

/** Two people who choose each other at the same moment take turns. Otherwise neither would see the other's like. */
export const lockPair = (tx: Tx, one: string, other: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${one < other ? one + other : other + one}, 0))`.execute(tx)

export type SavedMatch = { id: string; created_at: Date }
export type Pair = {
  mine: Action | null
  theirs: Action | null
  /** The viewer blocked an address that is now the other person's. */
  hides_from_them: boolean
  match: (SavedMatch & { hasEnded: boolean }) | null
}
type PairRow = Omit<Pair, 'match'> & { match_id: string | null; created_at: Date | null; ended_at: Date | null }

/** What two people have chosen about each other so far, and their match, which may have ended. */
export async function readPair(tx: Tx, viewerId: string, otherId: string): Promise<Pair> {
  const [me, them] = [sql`${viewerId}::uuid`, sql`${otherId}::uuid`]
  const { rows } = await sql<PairRow>`
    select (select action from choices where chooser_id = ${me} and chosen_id = ${them}) as mine,
      (select action from choices where chooser_id = ${them} and chosen_id = ${me}) as theirs,
      ${hiddenFrom(them, me)} as hides_from_them, m.id as match_id, m.created_at, m.ended_at
    from (select least(${me}, ${them}) as a_id, greatest(${me}, ${them}) as b_id) pair
      left join matches m on m.a_id = pair.a_id and m.b_id = pair.b_id`.execute(tx)
  // The left side of the join is one row, and at most one match belongs to it.
  const { match_id, created_at, ended_at, ...pair } = rows[0]!
  const match = match_id && created_at ? { id: match_id, created_at, hasEnded: ended_at !== null } : null
  return { ...pair, match }
}

/** Locks what a member has used today: two likes at once can't both be the last one. */
export const lockAllowance = (tx: Tx, accountId: string, zone: string, day: string): Promise<DailyUse> =>
  tx
    .insertInto('allowances')
    .values({ account_id: accountId, zone, day })
    .onConflict((row) => row.column('account_id').doUpdateSet({ account_id: accountId }))
    .returning(['zone', 'day', 'likes', 'superlikes', 'undos'])
    .executeTakeFirstOrThrow()

export const readAllowance = (db: Db, accountId: string): Promise<DailyUse | undefined> =>
  db
    .selectFrom('allowances')
    .select(['zone', 'day', 'likes', 'superlikes', 'undos'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()

export const saveAllowance = (tx: Tx, accountId: string, used: DailyUse) =>
  tx.updateTable('allowances').set(used).where('account_id', '=', accountId).execute()

type Choice = {
  chooser_id: string
  chosen_id: string
  action: Action
  note: string | null
  note_on: string | null
  at: Date
}

/** Updates the standings of both people. */
const countChoice = (chooser: string, chosen: string, likes: number, all: number) =>
  sql`select discovery_count_choice(${chooser}, ${chosen}, ${likes}, ${all})`

/** Saves a choice. `likes` and `all` are what it adds to the counted likes and choices of both people. */
export const saveChoice = (tx: Tx, choice: Choice, likes: number, all: number) =>
  sql`
    with saved as (
      insert into choices (chooser_id, chosen_id, action, note, note_on, at)
      values (${choice.chooser_id}, ${choice.chosen_id}, ${choice.action}, ${choice.note}, ${choice.note_on},
        ${choice.at})
      on conflict (chooser_id, chosen_id) do update
      set action = excluded.action, note = excluded.note, note_on = excluded.note_on, at = excluded.at)
    ${countChoice(choice.chooser_id, choice.chosen_id, likes, all)}`.execute(tx)

export const deleteChoice = (tx: Tx, chooser: string, chosen: string, likes: number) =>
  sql`
    with deleted as (delete from choices where chooser_id = ${chooser} and chosen_id = ${chosen})
    ${countChoice(chooser, chosen, -likes, -1)}`.execute(tx)

export const lastChoice = (tx: Tx, chooser: string) =>
  tx
    .selectFrom('choices')
    .selectAll()
    .where('chooser_id', '=', chooser)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Two people have one match at most: an ended one starts again. Returns null if they are already matched. */
export async function saveMatch(tx: Tx, one: string, other: string, now: Date): Promise<SavedMatch | null> {
  const [a_id, b_id] = one < other ? [one, other] : [other, one]
  const saved = await tx
    .insertInto('matches')
    .values({ a_id, b_id, created_at: now })
    .onConflict((row) =>
      row
        .columns(['a_id', 'b_id'])
        .doUpdateSet({ created_at: now, ended_at: null, ended_by: null, closing: null })
        .where('matches.ended_at', 'is not', null),
    )
    .returning(['id', 'created_at'])
    .executeTakeFirst()
  return saved ?? null
}
