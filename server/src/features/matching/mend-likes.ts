import { sql, type RawBuilder } from 'kysely'
import type { Deps } from '../../deps.ts'
import { transaction, type Db } from '../../infra/db/db.ts'
import { dropOrphans, mendTable } from '../../infra/db/mend.ts'
import { lockPair } from './choices.sql.ts'

type Pair = { chooser_id: string; chosen_id: string }
type Side = { table: 'choices' | 'likes_received'; key: keyof Pair }

const MADE: Side = { table: 'choices', key: 'chooser_id' }
const RECEIVED: Side = { table: 'likes_received', key: 'chosen_id' }

/** Every night: both sides of likes agree, and each of them belongs to two people. */
export async function mendLikes({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const mendSide = (side: Side, other: Side, what: string) =>
    mendTable({ db, log, ...side }, what, async (part) => {
      let mended = 0
      for (const pair of await missingAt(db, other, await likesOf(db, side, part))) mended += await mendPair(db, pair)
      return mended
    })
  await dropOrphans({ db, log, ...MADE }, { naming: ['chooser_id', 'chosen_id'], existing: 'identity_people' })
  await mendSide(RECEIVED, MADE, 'These likes were on their receivers’ side only.')
  await mendSide(MADE, RECEIVED, 'These likes were on their senders’ side only.')
}

const likesOf = async (db: Db, { table }: Side, where: RawBuilder<boolean>): Promise<Pair[]> =>
  (
    await sql<Pair>`
      select chooser_id, chosen_id from ${sql.table(table)} where ${where} and action <> 'pass'`.execute(db)
  ).rows

/** Those of these likes that a side doesn't have. */
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

/** What the sender's side says is right. It may have changed since it was read. Returns whether there was a difference. */
const mendPair = (db: Db, { chooser_id, chosen_id }: Pair): Promise<number> =>
  transaction(db, async (tx) => {
    await lockPair(tx, chooser_id, chosen_id)
    const like = await tx
      .selectFrom('choices')
      .selectAll()
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
