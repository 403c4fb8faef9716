import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { matchContacts } from '../../src/features/discovery/index.ts'
import { hideMatched } from '../../src/features/discovery/contacts/queries.ts'
import { startWorld, until } from '../world.ts'

test('someone who takes back a contact is no longer hidden from who gets it at that moment', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.member(), await world.member()]
  await world.contactsCompared()
  const { rows: contacts } = await world.query(`insert into contacts (account_id, kind, bucket, hash, hint, at)
    values ('${ada.user._id}', 'email', 1, '\\x01', 'a', now()) returning id`)
  const { rows: own } = await world.query(`select id from own_contacts where account_id = '${ben.user._id}'`)
  const { db } = world.deps
  let deleting: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    await hideMatched(tx, [{ contact_id: contacts[0].id, own_id: own[0].id }], new Date())
    expect((await tx.selectFrom('hidden_from').selectAll().execute()).length).toBeGreaterThan(0)
    deleting = world.query('delete from contacts')
    const waiting = `select from pg_stat_activity where query = 'delete from contacts' and wait_event_type = 'Lock'`
    await until(async () => (await world.query(waiting)).rowCount === 1)
  })
  await deleting
  expect((await world.query('select from hidden_from')).rowCount).toBe(0)
})

test('a name counts at once for someone whose profile is completed while a job looks at the account', async () => {
  const world = await startWorld()
  const ada = await world.member()
  await world.contactsCompared()
  const other = new pg.Client({ connectionString: world.databaseUrl })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin')
  await other.query(`insert into profiles (account_id, gender, interested_in, city, country, updated_at)
    values ('${ada.user._id}', 'woman', '{man}', 'Porto', 'Portugal', now())`)
  const comparing = matchContacts(world.deps, ada.user._id)
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => (await world.query(waiting)).rowCount === 1)
  await other.query('commit')
  await comparing
  const { rows } = await world.query(
    `select counts_from <= met_from as counts from own_contacts where account_id = '${ada.user._id}' and kind = 'name'`,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every(({ counts }) => counts)).toBe(true)
})
