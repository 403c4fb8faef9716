import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Deps } from '../../deps.ts'
import { transaction, type Db } from '../../infra/db/db.ts'
import { dropOrphans, repairTable } from '../../infra/db/repair.ts'
import { lockPair } from './queries.ts'
import { NIL_UUID } from '../../infra/nil-uuid.ts'

type Pair = { chooser_id: string; chosen_id: string }
type Side = { table: 'choices' | 'likes_received'; key: keyof Pair }

const MADE: Side = { table: 'choices', key: 'chooser_id' }
/** Likes in Friends have only one side. */
const FRIENDS = { table: 'friend_choices', key: 'chooser_id' } as const
const RECEIVED: Side = { table: 'likes_received', key: 'chosen_id' }

/** Runs every night. Makes both sides of likes agree, removes likes of deleted people, and matches mutual likes. */
export async function repairLikes({ db, log, clock }: Pick<Deps, 'db' | 'log' | 'clock'>): Promise<void> {
  const repairSide = (side: Side, other: Side, what: string) =>
    repairTable({ db, log, ...side }, what, async (part) => {
      let repaired = 0
      for (const pair of await missingAt(db, other, await likesOf(db, side, part)))
        repaired += await repairPair(db, pair)
      return repaired
    })
  for (const each of [MADE, FRIENDS])
    await dropOrphans({ db, log, ...each }, { naming: ['chooser_id', 'chosen_id'], existing: 'identity_people' })
  await repairSide(RECEIVED, MADE, 'These likes were on their receivers’ side only.')
  await repairSide(MADE, RECEIVED, 'These likes were on their senders’ side only.')
  await repairTable({ db, log, ...RECEIVED }, 'These likes for each other were no match.', async (part) => {
    let repaired = 0
    for (const pair of await withoutMatch(db, part)) repaired += await likeAgain(db, pair, clock.now())
    return repaired
  })
}

const LOOKED_AT = 2000
const MOST_COUNTED = 100

/** Counts the likes that exist on one side only, in a sample that begins at a random member. */
export async function countHalfLikes(db: Db): Promise<{ likes: number; halves: number }> {
  const counts = { likes: 0, halves: 0 }
  for (const [side, other] of [[MADE, RECEIVED] as const, [RECEIVED, MADE] as const]) {
    const key = sql.ref(side.key)
    const after = (id: string, most: number) =>
      likesOf(db, side, sql<boolean>`${key} > ${id} order by ${key} limit ${most}`)
    const some = await after(randomUUID(), LOOKED_AT)
    const likes = [...some, ...(await after(NIL_UUID, LOOKED_AT - some.length))]
    counts.likes += likes.length
    // Someone may have changed their mind between the two statements.
    for (const pair of (await missingAt(db, other, likes)).slice(0, MOST_COUNTED))
      counts.halves += Number(await isHalf(db, pair))
  }
  return counts
}

const isHalf = (db: Db, { chooser_id, chosen_id }: Pair): Promise<boolean> =>
  transaction(db, async (tx) => {
    await lockPair(tx, chooser_id, chosen_id)
    const where = sql<boolean>`chooser_id = ${chooser_id} and chosen_id = ${chosen_id}`
    const [made, received] = [await likesOf(tx, MADE, where), await likesOf(tx, RECEIVED, where)]
    return made.length !== received.length
  })

/** Pairs of people who like each other but never matched, each listed once. */
async function withoutMatch(db: Db, part: RawBuilder<boolean>): Promise<Pair[]> {
  const mutual = await sql<Pair>`
    select l.chooser_id, l.chosen_id
    from (select chooser_id, chosen_id from likes_received where ${part} and chooser_id < chosen_id) l
    join choices c on c.chooser_id = l.chosen_id and c.chosen_id = l.chooser_id and c.action <> 'pass'`.execute(db)
  const [choosers, chosen] = [mutual.rows.map((like) => like.chooser_id), mutual.rows.map((like) => like.chosen_id)]
  const { rows } = await sql<Pair>`
    select l.chooser_id, l.chosen_id from unnest(${choosers}::uuid[], ${chosen}::uuid[]) l(chooser_id, chosen_id)
    where not exists (select from matches m where m.a_id = l.chooser_id and m.b_id = l.chosen_id)`.execute(db)
  return rows
}

/** Repeating the like makes the match at no cost. Returns 1 if it did. */
async function likeAgain(db: Db, { chooser_id, chosen_id }: Pair, now: Date): Promise<number> {
  const like = await db
    .selectFrom('choices')
    .select(['action', 'note', 'note_on', 'note_on_photo'])
    .where('chooser_id', '=', chooser_id)
    .where('chosen_id', '=', chosen_id)
    .where('action', '<>', 'pass')
    .executeTakeFirst()
  if (!like) return 0
  const { rows } = await sql<{ match_id: string | null }>`
    select match_id from matching_choose(${chooser_id}, ${chosen_id}, ${like.action}, ${like.note}, ${like.note_on},
      ${like.note_on_photo}, ${now}, null, null, ${now}, null, null, null)`.execute(db)
  return Number(rows[0]?.match_id != null)
}

const likesOf = async (db: Db, { table }: Side, where: RawBuilder<boolean>): Promise<Pair[]> =>
  (
    await sql<Pair>`
      select chooser_id, chosen_id from ${sql.table(table)} where action <> 'pass' and ${where}`.execute(db)
  ).rows

async function missingAt(db: Db, { table }: Side, likes: readonly Pair[]): Promise<Pair[]> {
  const [choosers, chosen] = [likes.map((like) => like.chooser_id), likes.map((like) => like.chosen_id)]
  const { rows } = await sql<Pair>`
    select t.chooser_id, t.chosen_id from unnest(${choosers}::uuid[], ${chosen}::uuid[]) l(chooser_id, chosen_id)
    join ${sql.table(table)} t on t.chooser_id = l.chooser_id and t.chosen_id = l.chosen_id and t.action <> 'pass'`.execute(
    db,
  )
  const there = new Set(rows.map(nameOf))
  return likes.filter((like) => !there.has(nameOf(like)))
}

const nameOf = ({ chooser_id, chosen_id }: Pair) => `${chooser_id} ${chosen_id}`

/**
 * Corrects a like by its sender's side, which may have changed since it was read. Returns the number of corrected
 * likes.
 */
const repairPair = (db: Db, { chooser_id, chosen_id }: Pair): Promise<number> =>
  transaction(db, async (tx) => {
    await lockPair(tx, chooser_id, chosen_id)
    const like = await tx
      .selectFrom('choices')
      .select(['chooser_id', 'chosen_id', 'action', 'note', 'note_on', 'note_on_photo', 'at'])
      .where('chooser_id', '=', chooser_id)
      .where('chosen_id', '=', chosen_id)
      .where('action', '<>', 'pass')
      .executeTakeFirst()
    if (!like) {
      const { numDeletedRows } = await tx
        .deleteFrom('likes_received')
        .where('chosen_id', '=', chosen_id)
        .where('chooser_id', '=', chooser_id)
        .executeTakeFirst()
      return Number(numDeletedRows)
    }
    const { rows } = await sql`
      select from discovery_seekers where seeker_id = ${chosen_id} and person_id = ${chooser_id}`.execute(tx)
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('likes_received')
      .values({ ...like, reached: rows.length > 0 })
      .onConflict((row) => row.columns(['chosen_id', 'chooser_id']).doNothing())
      .executeTakeFirst()
    return Number(numInsertedOrUpdatedRows ?? 0)
  })
