import { expect, onTestFinished, test } from 'vitest'
import { type Migration } from '../../src/infra/db/apply-migration.ts'
import { migrate, thisVersion, type Version } from '../../src/infra/db/migrate.ts'
import { LONG_WAITS, openDb, openPool } from '../../src/infra/db/db.ts'
import { askDatabase, cloneDatabase, startWorld, until } from '../world.ts'
import { readerOf, ownerOf, notes } from '../migrations-steps.ts'

/** The next version: this one with additional migrations and changed functions. */
const nextVersion = (migrations: Migration[], changed: (text: string) => string = (text) => text): Version => {
  const version = thisVersion()
  return {
    migrations: [...version.migrations, ...migrations],
    repeatables: version.repeatables.map((each) => {
      const text = each.name === NAMES ? changed(each.text) : each.text
      return { ...each, text, digest: text === each.text ? each.digest : 'changed' }
    }),
  }
}
const NAMES = 'identity/views'

async function emptyDatabase() {
  const { url, drop } = await cloneDatabase('template0')
  onTestFinished(drop)
  const db = openDb(openPool(url, 1, LONG_WAITS))
  onTestFinished(() => db.destroy())
  return { url, db, ask: (text: string) => askDatabase(url, text) }
}

test('the next version adds a column and changes a view in one start, and starts again without changing anything', async () => {
  const { db, ask } = await emptyDatabase()
  await migrate(db)
  const next = nextVersion([{ name: '0002_next', text: 'alter table accounts add pronouns text' }], (text) =>
    text.replace('admission\n  from accounts', 'admission, pronouns\n  from accounts'),
  )
  await migrate(db, next)
  expect((await ask('select pronouns from identity_people')).rows).toEqual([])
  const notes = async () => (await ask('select xmin, name from repeatable_sql order by name')).rows
  const before = await notes()
  await migrate(db, next)
  expect(await notes()).toEqual(before)
  // This version runs with the next version's tables, and doesn't replace its functions and views.
  await migrate(db)
  expect((await ask('select pronouns from identity_people')).rows).toEqual([])
})

test('a function that fails leaves those of before, and the start says which file it was', async () => {
  const { db, ask } = await emptyDatabase()
  await migrate(db)
  const broken = nextVersion([], (text) => `${text}\ncreate or replace view discovery_blocks as select nothing;`)
  await expect(migrate(db, broken)).rejects.toThrow(/identity\/views\.sql failed: column "nothing" does not exist/)
  expect((await ask('select one_id from discovery_blocks')).rows).toEqual([])
})

test('a migration that lands after a later one is still applied', async () => {
  const { db, ask } = await emptyDatabase()
  const [later, earlier] = ['0003_later', '0002_earlier'].map((name) => ({
    name,
    text: `create table "${name}" ()`,
  }))
  await migrate(db, nextVersion([later!]))
  await migrate(db, nextVersion([earlier!, later!]))
  expect((await ask('select from "0002_earlier", "0003_later"')).rows).toEqual([])
})

test('a database of 0.x is refused', async () => {
  const { db, ask } = await emptyDatabase()
  await ask('create table kysely_migration (name text)')
  const why = 'This database is of Kindred 0.x, which this version can’t read. Use an empty one.'
  await expect(migrate(db)).rejects.toThrow(why)
  expect((await ask(`select to_regclass('migrations') as made`)).rows).toEqual([{ made: null }])
})

test('of two servers that start on an empty database, one makes the tables and the other waits', async () => {
  const { url, db, ask } = await emptyDatabase()
  const other = openDb(openPool(url, 1, LONG_WAITS))
  onTestFinished(() => other.destroy())
  await Promise.all([migrate(db), migrate(other)])
  expect((await ask('select name from migrations')).rows).toEqual([{ name: '0001_schema' }])
  expect((await ask('select from repeatable_sql')).rowCount).toBe(thisVersion().repeatables.length)
})

test('a migration that adds columns doesn’t fail any request in progress, and doesn’t lose messages', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater()]
  const id = await world.matched(ada, ben)
  let sent = 0
  const use = async () => {
    const body = { clientId: `message-${++sent}`, text: `Number ${sent}` }
    await ada.client.sendMessage({ params: { id }, body })
    await ben.client.editProfile({ body: { bio: body.text } })
    await Promise.all(Array.from({ length: 12 }, () => ben.client.listMatches()))
    await Promise.all([ada.client.getProfile(), ben.client.discover(), ben.client.listMessages({ params: { id } })])
  }
  await use()
  await use()
  for (const table of ['accounts', 'profiles', 'matches', 'messages', 'sessions', 'notifications'])
    await world.query(`alter table ${table} add column added_by_a_migration text`)
  await use()
  await use()
  const { data } = await ben.client.listMessages({ params: { id } })
  expect(data.messages).toHaveLength(sent)
})

test('a migration that fails leaves nothing behind', async () => {
  const { url, drop } = await cloneDatabase()
  onTestFinished(drop)
  const { apply } = ownerOf(url)
  await expect(apply('9999_a', 'alter table accounts add column a text; select 1 / 0')).rejects.toThrow(
    /^The migration 9999_a\.sql failed: division by zero\nThe tables are as they were .*start again\. Otherwise /,
  )
  const outside = '-- outside a transaction: it is large\ncreate index concurrently if not exists a on nothing (b);'
  await expect(apply('9998_a', outside)).rejects.toThrow(
    /^The migration 9998_a\.sql failed: relation "nothing" does not exist\nIt goes on where it stopped/,
  )
  const { rowCount } = await askDatabase(url, `select a from accounts limit 0`).catch(() => ({ rowCount: null }))
  expect([rowCount, await notes(url, '9999_a')]).toEqual([null, []])
})

test('an index is built while its table is in use, and again if its building was stopped', async () => {
  const world = await startWorld()
  const { client } = await world.dater()
  const url = world.databaseUrl
  const { apply } = ownerOf(url)
  const build = () =>
    apply(
      '9999_a',
      `-- outside a transaction: the table is large
      create index concurrently if not exists searches_a on saved_searches (created_at);
      create index concurrently if not exists searches_b on saved_searches (name);`.replaceAll(/^ +/gm, ''),
    )
  const endReader = await readerOf(url, 'saved_searches')
  const stopped = build().catch((error: unknown) => error)
  const building = `from pg_stat_activity where query like 'create index concurrently%' and wait_event_type = 'Lock'`
  await until(async () => (await world.query(`select ${building}`)).rowCount === 1)
  expect((await client.listSearches()).data.searches).toEqual([])
  await world.query(`select pg_cancel_backend(pid) ${building}`)
  expect(String(await stopped)).toContain('canceling statement')
  await endReader()
  const indexes = async () =>
    (
      await world.query(`select indexrelid::regclass::text as name, indisvalid as valid from pg_index
        where indexrelid::regclass::text ~ '^searches_' order by 1`)
    ).rows
  expect(await indexes()).toEqual([{ name: 'searches_a', valid: false }])
  await build()
  expect(await indexes()).toEqual([
    { name: 'searches_a', valid: true },
    { name: 'searches_b', valid: true },
  ])
  expect(await notes(url, '9999_a')).toEqual([{ needs: null }])
})
