import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

// Triggers write the data they maintain exactly once per change.

/** Starts to count writes to a table's rows. */
async function countWrites(world: World, table: string) {
  await world.query(`
    create table if not exists writes (name text not null);
    grant insert on writes to public;
    create or replace function note_write() returns trigger language plpgsql as $$
      begin insert into writes values (tg_table_name); return null; end $$;
    create trigger zz_noted after insert or update on ${table} for each row execute function note_write()`)
  return async () => {
    const { rows } = await world.query(`with gone as (delete from writes where name = '${table}' returning 1)
      select count(*)::int as count from gone`)
    return (rows as { count: number }[])[0]!.count
  }
}

const addPictures = (world: World, person: Person, howMany: number) =>
  world.changePictures(
    person,
    `insert into pictures (public_id, account_id, name, size, mime_type, width, height, placeholder, position, created_at)
    select md5('${person.user._id}' || n), '${person.user._id}', 'me.webp', 1, 'image/webp', 1, 1, '', n, now()
    from generate_series(1, ${howMany}) n`,
  )

test('reordering six pictures updates the profile once and its listing not at all', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  await addPictures(world, ada, 5)
  const [profiles, listings] = [await countWrites(world, 'profiles'), await countWrites(world, 'listings')]
  const order = (await ada.client.getProfile()).userData.user.pictures.map(({ publicId }) => publicId)
  expect(order).toHaveLength(6)
  const { pictures } = (await ada.client.arrangePictures({ body: { order: order.toReversed() } })).data
  expect(pictures.map(({ publicId }) => publicId)).toEqual(order.toReversed())
  expect([await profiles(), await listings()]).toEqual([1, 0])
  await ada.client.arrangePictures({ body: { order: order.toReversed() } })
  expect([await profiles(), await listings()]).toEqual([0, 0])
})

test('a listing is updated only when the profile picture is held, shown again, or removed', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  await addPictures(world, ada, 2)
  const listings = await countWrites(world, 'listings')
  const isListed = async () =>
    ((await world.query(`select 1 from listings where account_id = '${ada.user._id}'`)).rowCount ?? 0) > 0
  const change = async (statement: string) => {
    await world.changePictures(ada, statement)
    return [await isListed(), await listings()]
  }
  const mine = `account_id = '${ada.user._id}'`
  expect(await change(`update pictures set review = 'held' where ${mine} and position = 1`)).toEqual([true, 0])
  expect(await change(`update pictures set review = 'held' where ${mine} and position = 0`)).toEqual([false, 0])
  expect(await change(`update pictures set review = 'shown' where ${mine}`)).toEqual([true, 1])
  expect(await change(`delete from pictures where ${mine} and position = 2`)).toEqual([true, 0])
  expect(await change(`delete from pictures where ${mine}`)).toEqual([false, 0])
  const { rows } = await world.query(`select pictures from profiles where ${mine}`)
  expect(rows).toEqual([{ pictures: [] }])
})

test('a listing is updated once when a profile changes, and not otherwise', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const listings = await countWrites(world, 'listings')
  await ada.client.editProfile({ body: { bio: 'Rows on Sundays.' } })
  expect(await listings()).toBe(1)
  await ada.client.editProfile({ body: { bio: 'Rows on Sundays.' } })
  expect(await listings()).toBe(0)
})

test("a subscription change that doesn't affect premium leaves the account alone", async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const accounts = await countWrites(world, 'accounts')
  const premium = async () =>
    (await world.query(`select premium_until::text as ends from accounts where id = '${ada.user._id}'`)).rows as unknown
  await world.query(`
    insert into subscriptions (account_id, plan, status, amount, currency, provider, current_period_end, created_at, updated_at)
    values ('${ada.user._id}', 'monthly', 'canceled', 1, 'EUR', 'sandbox', '2031-01-01Z', now(), now())`)
  expect([await premium(), await accounts()]).toEqual([[{ ends: expect.stringContaining('2031-01-01') as string }], 1])
  await world.query(`update subscriptions set updated_at = now(), status = status`)
  await world.query(`update subscriptions set status = 'incomplete_expired'`)
  expect(await accounts()).toBe(0)
  await world.query(`update subscriptions set current_period_end = '2032-01-01Z'`)
  expect([await premium(), await accounts()]).toEqual([[{ ends: expect.stringContaining('2032-01-01') as string }], 1])
})
