import { expect, test } from 'vitest'
import { hideBlockersFrom } from '../../src/features/discovery/privacy/queries.ts'
import { startWorld, until } from '../world.ts'

// No foreign key leads from `hidden_from` to the address block behind it, so hiding someone locks that block.

test('someone who takes back a blocked address is no longer hidden from who gets it at that moment', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.member(), await world.member()]
  await world.query(`insert into address_blocks (account_id, email_hash, hint, at)
    values ('${ada.user._id}', '\\x01', 'a', now())`)
  const { db } = world.deps
  let deleting: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    await hideBlockersFrom(tx, ben.user._id, [Buffer.from([1])], new Date())
    deleting = world.query('delete from address_blocks')
    const waiting = `select from pg_stat_activity where query = 'delete from address_blocks' and wait_event_type = 'Lock'`
    await until(async () => (await world.query(waiting)).rowCount === 1)
  })
  await deleting
  expect((await world.query('select from hidden_from')).rowCount).toBe(0)
})
