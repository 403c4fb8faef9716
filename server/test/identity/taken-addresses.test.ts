import { expect, test } from 'vitest'
import { hours } from '../../src/infra/clock.ts'
import { registration, type Person } from '../people.ts'
import { postFrom } from '../post-from.ts'
import { startWorld } from '../world.ts'

// Limits on finding out by registrations which addresses have accounts.

const limitedWorld = () => startWorld({ env: { RATE_LIMIT: 'on', TRUSTED_HOPS: '1' } })

test('a network finds ten taken addresses an hour; then every registration from there waits, taken or not', async () => {
  const world = await limitedWorld()
  const people: Person[] = []
  for (let n = 0; n < 12; n++) people.push(await world.member())
  const register = (address: string, email = registration().email) =>
    postFrom(world, address, 'register', { ...registration(), email })
  for (const [addressOf, neighbor, stranger] of [
    [(n: number) => `203.0.113.${n}`, '203.0.113.200', '203.0.114.1'],
    [(n: number) => `2001:db8:5:${n}::1`, '2001:db8:5:ffff::1', '2001:db8:6::1'],
  ] as const) {
    expect((await register(addressOf(0))).status).toBe(201)
    for (const [n, { email }] of people.slice(0, 10).entries())
      expect(await register(addressOf(n), email)).toMatchObject({
        status: 409,
        text: expect.stringContaining('User already exists'),
      })
    const [taken, free] = [await register(addressOf(50), people[10]!.email), await register(neighbor)]
    expect(taken).toMatchObject({ status: 429, text: free.text })
    expect(taken.retryAfter).toBeGreaterThan(3500)
    expect(Math.abs(taken.retryAfter - free.retryAfter)).toBeLessThan(60)
    expect((await register(stranger, people[11]!.email)).status).toBe(409)
    expect((await register(stranger)).status).toBe(201)
    world.turnClock(hours(1))
    expect((await register(neighbor)).status).toBe(201)
  }
})

test('a burst of registrations finds no more taken addresses than ten', async () => {
  const world = await limitedWorld()
  const people: Person[] = []
  for (let n = 0; n < 20; n++) people.push(await world.member())
  const tries = people.map(({ email }, n) =>
    postFrom(world, `203.0.113.${n}`, 'register', { ...registration(), email }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 409)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})
