import { expect, test } from 'vitest'
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
