import { api, isForStaff, type Route } from '@kindred/contract'
import { expect, test } from 'vitest'
import { toJSONSchema } from 'zod'
import { urlOf } from '../addresses.ts'
import { startWorld } from '../world.ts'

/** The query parameters that a route accepts. */
const keysOf = (route: Route): string[] =>
  Object.keys(
    (toJSONSchema(route.query!, { io: 'input', unrepresentable: 'any' }) as { properties?: object }).properties ?? {},
  )

/** Every route whose query is optional. */
const withOptionalQuery = (Object.entries(api) as [string, Route][]).filter(
  ([, { method, query }]) => method === 'GET' && query?.safeParse({}).success,
)

test('an empty query value counts as missing in every call', async () => {
  const world = await startWorld()
  const [dater, ines] = [await world.dater(), await world.administrator()]
  const wrong: string[] = []
  const ask = async (name: string, path: string, token: string) => {
    const answer = await world.request(path, { headers: { authorization: `Bearer ${token}` } })
    if (answer.status === 400) wrong.push(`${name}: ${await answer.text()}`)
  }
  for (const [name, route] of withOptionalQuery) {
    const path = urlOf(route)
    const { token } = isForStaff(route.access) ? ines : dater
    const empty = keysOf(route).map((key) => `${key}=`)
    await ask(name, `${path}?${empty.join('&')}`, token)
    await ask(`${name}, each twice`, `${path}?${[...empty, ...empty].join('&')}`, token)
  }
  expect(withOptionalQuery.length).toBeGreaterThan(10)
  expect(wrong).toEqual([])
})

test('the users export ignores empty filters, and names an invalid one', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const csv = (query: string) =>
    world.request(`/api/v1/admin/users/export.csv?${query}`, {
      headers: { authorization: `Bearer ${ines.token}`, 'x-reason': 'A yearly count.' },
    })
  expect((await csv('search=&status=&type=&joined=&until=&timeZone=&gender=&age=&complete=&ticket=')).status).toBe(200)
  expect((await csv('status=&status=')).status).toBe(200)
  expect(await (await csv('status=strange')).json()).toMatchObject({
    message: 'status: Use one of all, active, inactive, online, verified.',
    errors: [{ path: 'status' }],
  })
})
