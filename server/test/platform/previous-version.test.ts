import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { catalogOf, type Catalog } from '../../../scripts/catalog.ts'
import { askDatabase, cloneDatabase, startWorld } from '../world.ts'

// Servers of the previous version use the tables of this one during a deployment, and after one that was rolled back.

const previous = JSON.parse(readFileSync('server/test/previous-version.json', 'utf8')) as Catalog & { upTo: string }

const columnsOf = ({ tables }: Catalog) =>
  Object.entries(tables).flatMap(([table, columns]) => columns.split(', ').map((column) => `${table}.${column}`))
const functionsOf = ({ functions }: Catalog) => Object.entries(functions).map(([name, result]) => `${name} → ${result}`)

async function database() {
  const { url, drop } = await cloneDatabase()
  onTestFinished(drop)
  return (text: string) => askDatabase(url, text)
}

test('every column and function of the previous version is still there', async () => {
  const now = await catalogOf(await database())
  expect(columnsOf(previous).length).toBeGreaterThan(400)
  expect(functionsOf(previous).length).toBeGreaterThan(40)
  const [columns, functions] = [new Set(columnsOf(now)), new Set(functionsOf(now))]
  expect(columnsOf(previous).filter((column) => !columns.has(column))).toEqual([])
  expect(functionsOf(previous).filter((each) => !functions.has(each))).toEqual([])
})

/** Columns that a trigger fills where the previous version doesn't know them (payment-owners.test.ts, owners.test.ts). */
const filledByTriggers = ['late_payments.account_id', 'secrets.owner_id']

test('the previous version can write rows without knowing the newer columns', async () => {
  const ask = await database()
  const known = new Set([...columnsOf(previous).map((column) => column.split(' ')[0]), ...filledByTriggers])
  const { rows } = await ask(`
    select c.relname as table, c.relname || '.' || a.attname as column
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and a.attnotnull and not a.atthasdef and a.attidentity = ''`)
  const required = rows.filter((row: { table: string }) => row.table in previous.tables)
  expect(required.length).toBeGreaterThan(100)
  expect(required.map(({ column }: { column: string }) => column).filter((column) => !known.has(column))).toEqual([])
})

test('every function call of the previous version means one function, whatever was added', async () => {
  const ask = await database()
  const calls = Object.keys(previous.functions).map((each) => {
    const [, name = '', types = ''] = /^(\w+)\((.*)\)$/.exec(each) ?? []
    const places = types === '' ? [] : types.split(', ').map((_, at) => `$${at + 1}`)
    return `${name}(${places.join(', ')})`
  })
  // The driver sends values without their types.
  const prepared = [...new Set(calls)].map((call, at) => `prepare call_${at} as select * from ${call} x`)
  const refused: string[] = []
  for (const statement of prepared)
    await ask(statement).catch((error: unknown) => refused.push(`${statement}: ${String(error)}`))
  expect(refused).toEqual([])
})

test('a server of the previous version can like, and its matches are this version’s', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater()]
  const like = async (chooser: string, chosen: string) => {
    const { rows } = await world.query(`
      select * from matching_choose('${chooser}', '${chosen}', 'like', 'Hello', null, now(), 'likes', 10,
        now() + interval '1 day', null)`)
    return rows[0]
  }
  const [one, other] = [ada.user._id, ben.user._id]
  expect(await like(one, other)).toMatchObject({ outcome: 'chosen', likes: 1, match_id: null, notified: [] })
  const made = await like(other, one)
  expect(made).toMatchObject({ outcome: 'chosen', notified: expect.arrayContaining([one, other]) })
  expect(Object.keys(made)).not.toContain('their_like')
  const { data } = await ada.client.listMatches()
  expect(data.matches.map(({ _id }) => _id)).toEqual([made.match_id])
})

test('a migration that adds columns fails nobody who is being served, and loses no message', async () => {
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
