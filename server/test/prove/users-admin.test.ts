import { expect, test } from 'vitest'
import { crowd } from '../crowd.ts'
import { startWorld } from '../world.ts'

test('a distant page has the same people as if all before it were counted one by one', async () => {
  const world = await startWorld()
  const { client } = await world.administrator()
  await crowd(world, 3000)
  await world.query(`
    update accounts set created_at = now() - n * interval '1 hour' from (
      select id, row_number() over (order by md5(id::text)) % 100 as n from accounts) numbered where accounts.id = numbered.id;
    update accounts set state = 'erased' where right(last_name, 1) = '7'`)
  const idsIn = async (order: string) =>
    (await world.query(`select id from accounts where state <> 'erased' order by ${order}`)).rows.map(({ id }) => id)
  for (const [sort, order] of [
    ['newest', 'created_at desc, id desc'],
    ['oldest', 'created_at, id'],
  ]) {
    const all = await idsIn(order!)
    for (const page of [1, 20, 21, 22, 25, 27, 28, 29]) {
      const { data } = await client.listUsers({ query: { sort, page: String(page), limit: '100' } } as never)
      expect([sort, page, data.users.map(({ _id }) => _id)]).toEqual([
        sort,
        page,
        all.slice(page * 100 - 100, page * 100),
      ])
    }
  }
})
