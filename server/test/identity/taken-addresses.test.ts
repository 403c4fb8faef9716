import { expect, test } from 'vitest'
import { hours } from '../../src/infra/clock.ts'
import { registration, type Person } from '../people.ts'
import { postFrom } from '../post-from.ts'
import { startWorld, type World } from '../world.ts'

// Limits on finding out by registrations which addresses have accounts.

const limitedWorld = () => startWorld({ env: { RATE_LIMIT: 'on', TRUSTED_HOPS: '1' } })

const members = async (world: World, count: number): Promise<Person[]> => {
  const people: Person[] = []
  for (let n = 0; n < count; n++) people.push(await world.member())
  return people
}

test('a network finds ten taken addresses an hour; then every registration from there waits, taken or not', async () => {
  const world = await limitedWorld()
  const people = await members(world, 12)
  const register = (address: string, email = registration().email) =>
    postFrom(world, address, 'register', { ...registration(), email })
  for (const [addressOf, same, stranger] of [
    [() => '203.0.113.7', '203.0.113.7', '203.0.113.8'],
    [(n: number) => `2001:db8:5:${n}::1`, '2001:db8:5:ffff::1', '2001:db8:6::1'],
  ] as const) {
    expect((await register(addressOf(0))).status).toBe(201)
    // The same address again reveals nothing.
    const found = [...Array.from({ length: 5 }, () => people[0]!), ...people.slice(0, 10)]
    for (const [n, { email }] of found.entries())
      expect(await register(addressOf(n), email)).toMatchObject({
        status: 409,
        text: expect.stringContaining('User already exists'),
      })
    const [taken, free] = [await register(addressOf(50), people[10]!.email), await register(same)]
    expect(taken).toMatchObject({ status: 429, text: free.text })
    expect(taken.retryAfter).toBeGreaterThan(3500)
    expect(Math.abs(taken.retryAfter - free.retryAfter)).toBeLessThan(60)
    expect((await register(stranger, people[11]!.email)).status).toBe(409)
    expect((await register(stranger)).status).toBe(201)
    world.turnClock(hours(1))
    expect((await register(same)).status).toBe(201)
  }
})

test('a burst of registrations finds no more taken addresses than ten, and a neighborhood finds forty', async () => {
  const world = await limitedWorld()
  const people = await members(world, 20)
  const burst = async (addressOf: (n: number) => string) => {
    const tries = people.map(({ email }, n) => postFrom(world, addressOf(n), 'register', { ...registration(), email }))
    return (await Promise.all(tries)).filter(({ status }) => status === 409).length
  }
  expect(await burst(() => '203.0.113.1')).toBe(10)
  expect(await burst((n) => `203.0.113.${10 + (n % 4)}`)).toBe(20)
  expect(await burst((n) => `203.0.113.${20 + (n % 4)}`)).toBe(10)
})
