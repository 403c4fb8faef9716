import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { columnsIn, fillFor } from '../filled.ts'
import { startWorld } from '../world.ts'

// Foreign keys delete the rows of a deleted account, and triggers delete rows without a foreign key
// (identity/account/deleted.sql).

/**
 * Tables that keep the id: staff actions and decisions, which have their own retention, and notifications of other
 * people.
 */
const KEPT = [
  'appeal_messages',
  'appeals',
  'approvals',
  'audit_contents',
  'audit_log',
  'batch_items',
  'batches',
  'configurations',
  'erasures',
  'evidence',
  'legal_holds',
  'media_waiting',
  'monitoring_rules',
  'notifications.about_id',
  'watchlist_photos',
]

test('a deleted account leaves its id nowhere but in records', async () => {
  const world = await startWorld({ eavesdrop: false })
  const [ada, ben] = [(await world.member()).user._id, (await world.member()).user._id]
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await fillFor(client, ada, ben)
  const columns = (await columnsIn(client)).filter(({ type, table }) => type === 'uuid' && !table.startsWith('pgboss'))
  const named = async () => {
    const all = columns.map(({ table, name }) => `select '${table}.${name}' as place from ${table} where ${name} = $1`)
    const { rows } = await client.query<{ place: string }>(`select distinct * from (${all.join(' union all ')}) x`, [
      ada,
    ])
    return rows.map(({ place }) => place)
  }
  expect((await named()).length).toBeGreaterThan(80)
  await client.query('delete from accounts where id = $1', [ada])
  const left = (await named()).map((place) => (place === 'notifications.about_id' ? place : place.split('.')[0]!))
  expect([...new Set(left)].toSorted()).toEqual(KEPT)
})
