import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { candidatePool, eligibleAmong, readGuests } from '../../src/features/discovery/deck/candidates.sql.ts'
import { today, viewerCriteria } from '../../src/features/discovery/eligibility/viewer-criteria.ts'
import { haveMet } from '../../src/features/discovery/people/could-see.sql.ts'
import { lastChoice, readChoice } from '../../src/features/matching/choices.sql.ts'
import { countLikes, givenLikes, receivedLikes } from '../../src/features/matching/likes.sql.ts'
import { endedMatches, openMatches } from '../../src/features/matching/matches.sql.ts'
import { identify } from '../../src/http/session.ts'
import { INDEX_SCANS_ONLY, openDb, openPool, transaction, type Db, type Tx } from '../../src/infra/db/db.ts'
import { startWorld, type World } from '../world.ts'

// What members ask for all the time reads one part of `choices` and `likes_received`, whichever plan is used.

/** A plan is chosen for any values once a statement has run five times. */
const RUNS = 7

const readsOf = async (tx: Tx) =>
  (
    await sql<{ name: string; whole: string; reads: number }>`
      select relname as name, left(relname, -2) as whole, coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as reads
      from pg_stat_xact_user_tables where relname ~ '^(choices|likes_received)_[0-7]$' order by 1`.execute(tx)
  ).rows

/** How many parts of each table a statement reads: the most of several runs. */
async function partsRead(db: Db, statement: (tx: Tx) => Promise<unknown>): Promise<Record<string, number>> {
  const most: Record<string, number> = { choices: 0, likes_received: 0 }
  for (let run = 0; run < RUNS; run++)
    await transaction(db, async (tx) => {
      const before = new Map((await readsOf(tx)).map(({ name, reads }) => [name, reads]))
      await statement(tx)
      const read = (await readsOf(tx)).filter(({ name, reads }) => reads > (before.get(name) ?? 0))
      for (const table of Object.keys(most))
        most[table] = Math.max(most[table]!, read.filter(({ whole }) => whole === table).length)
    })
  return most
}

function connected({ appUrl }: World, options = ''): Db {
  const db = openDb(openPool(appUrl, 1, options))
  onTestFinished(() => db.destroy())
  return db
}

test('lists of likes and matches, the deck and choices read one part of choices and likes_received', async () => {
  const world = await startWorld()
  const [ada, ...others] = await Promise.all(Array.from({ length: 12 }, () => world.dater()))
  for (const [nth, { client }] of others.entries())
    await client.choose({ body: { userId: ada!.user._id, action: nth === 0 ? 'superlike' : 'like' } })
  for (const { user } of others.slice(0, 3)) await ada!.client.choose({ body: { userId: user._id, action: 'like' } })
  const [me, them, last] = [ada!.user._id, others[0]!.user._id, others.at(-1)!.user._id]
  await world.query(`update accounts set incognito = true where id = '${last}'`)
  const viewer = viewerCriteria(world.deps, (await identify(world.deps, `Bearer ${ada!.token}`))!)
  const [day, ids] = [today(world.deps), others.map(({ user }) => user._id)]
  const [db, scans] = [connected(world), connected(world, INDEX_SCANS_ONLY)]
  const choosing = (tx: Tx) =>
    sql`
    select * from matching_choose(${me}, ${last}, 'like', null, null, null, now(), null, null, now(), null)`.execute(tx)

  expect(await partsRead(db, (tx) => receivedLikes(tx, me, 100, null))).toEqual({ choices: 1, likes_received: 1 })
  expect(await partsRead(db, (tx) => givenLikes(tx, me, 100))).toEqual({ choices: 1, likes_received: 0 })
  const counted = await partsRead(db, (tx) => countLikes(tx, [me], new Date(Date.now() + 86_400_000)))
  expect(counted).toEqual({ choices: 1, likes_received: 1 })
  expect(await partsRead(db, (tx) => openMatches(tx, me, 100))).toEqual({ choices: 1, likes_received: 1 })
  expect(await partsRead(db, (tx) => endedMatches(tx, me, 100))).toEqual({ choices: 0, likes_received: 0 })
  expect(await partsRead(db, (tx) => readGuests(tx, viewer, day, 30, 10))).toEqual({ choices: 1, likes_received: 1 })
  expect(await partsRead(db, (tx) => eligibleAmong(tx, viewer, day, ids))).toEqual({ choices: 1, likes_received: 1 })
  const pool = await partsRead(scans, (tx) => candidatePool(tx, viewer, day, 0))
  expect(pool).toEqual({ choices: 1, likes_received: 1 })
  expect(await partsRead(db, (tx) => haveMet(tx, me, last))).toEqual({ choices: 1, likes_received: 1 })
  expect(await partsRead(db, (tx) => lastChoice(tx, me))).toEqual({ choices: 1, likes_received: 0 })
  expect(await partsRead(db, (tx) => readChoice(tx, me, them))).toEqual({ choices: 1, likes_received: 0 })
  const sees = (tx: Tx) => sql`select discovery_sees(${me}, ${last})`.execute(tx)
  expect(await partsRead(db, sees)).toEqual({ choices: 0, likes_received: 1 })
  expect(await partsRead(db, choosing)).toEqual({ choices: 1, likes_received: 1 })
  // Without the key, every part is read.
  const theirs = (tx: Tx) => tx.selectFrom('choices').selectAll().where('chosen_id', '=', me).execute()
  expect(await partsRead(db, theirs)).toEqual({ choices: 8, likes_received: 0 })
})
