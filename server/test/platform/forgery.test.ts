import { api, type Route } from '@kindred/contract'
import { expect, test } from 'vitest'
import { urlOf } from '../addresses.ts'
import { startWorld, until, type World } from '../world.ts'

// Requests that a page on another site can make a browser send, without our headers and without a preflight.

const calls = Object.entries(api) as [string, Route][]
const simple: [string, string][] = [
  ['text/plain', '{"email":"ada@people.example","password":"harbour lemon violin"}'],
  ['application/x-www-form-urlencoded', 'email=ada%40people.example'],
  ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\nada\r\n--x--\r\n'],
]

test("a form on another site can't change anything", async () => {
  const world = await startWorld()
  await world.dater()
  const counted = () =>
    world.query(`select (select count(*) from accounts) as accounts, (select count(*) from sessions) as sessions,
      (select count(*) from secrets) as secrets, (select count(*) from mails) as mails, (select count(*) from pictures) as pictures`)
  const before = (await counted()).rows
  for (const [name, route] of calls.filter(([, { method }]) => method !== 'GET')) {
    for (const [type, body] of simple) {
      const headers = { 'content-type': type, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      const { status } = await world.request(urlOf(route), { method: route.method, headers, body })
      // Signing out always succeeds, but ends no session without a token.
      const right = name === 'logout' ? [200] : [400, 401, 404, 415]
      expect([name, type, status]).toEqual([name, type, expect.toSatisfy((given: number) => right.includes(given))])
    }
  }
  expect((await counted()).rows).toEqual(before)
})

/** Every table's row count and a hash of its contents. */
async function contents({ query }: World): Promise<Record<string, string>> {
  const { rows } = await query(`select relname as name from pg_stat_user_tables where schemaname = 'public' order by 1`)
  const each = (rows as { name: string }[]).map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtext(t::text)), 0) as holds from ${name} t`,
  )
  const counted = (await query(each.join(' union all '))).rows as { name: string; holds: string }[]
  return Object.fromEntries(counted.map(({ name, holds }) => [name, holds]))
}

/** Tables that record reads from the payment gateway. An attacker gains nothing by triggering these reads. */
const read = ['payment_customers']

test('no call that changes something is a GET', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  // An email about their sign-ins would count as a change if it were sent during the test.
  await until(async () => (await world.query('select from mails where sent_at is null')).rowCount === 0)
  const before = await contents(world)
  expect(Object.keys(before).length).toBeGreaterThan(40)
  for (const [, route] of calls.filter(([, route]) => route.method === 'GET')) {
    if (route.starts) continue
    for (const { token, user } of [ada, ines])
      await world.request(urlOf(route, user._id), {
        headers: { authorization: `Bearer ${token}` },
      })
  }
  const after = await contents(world)
  expect(Object.keys(after).filter((name) => after[name] !== before[name] && !read.includes(name))).toEqual([])
})
