import { expect, test } from 'vitest'
import { barsOf, judged } from './bars.ts'
import type { OrderName } from './orders.ts'
import type { Outcome } from './outcome.ts'
import { simulate } from './run.ts'
import { worlds, type World } from './worlds.ts'

// A reduced form of npm run simulate: smaller worlds, two weeks.

const reduced = (name: string): World => {
  const world = worlds.find((each) => each.name === name)!
  return { ...world, women: 150, men: 150, days: 14 }
}
const made = new Map<string, Outcome[]>()
async function runs(world: World, order: OrderName): Promise<Outcome[]> {
  const key = `${world.name} ${order}`
  const outcomes = made.get(key) ?? (await Promise.all(['one', 'two'].map((seed) => simulate(world, order, seed))))
  made.set(key, outcomes)
  return outcomes
}
const missed = async (world: World, order: OrderName) =>
  barsOf(world, {
    ours: await runs(world, order),
    random: await runs(world, 'random'),
    best: await runs(world, 'best-first'),
  })
    .filter(({ met }) => met === false)
    .map(({ text }) => text)

test('the order makes more matches than a shuffle and than best-first, and leaves nobody out', async () => {
  const world = reduced('base')
  const [ours, random, best] = [await runs(world, 'ours'), await runs(world, 'random'), await runs(world, 'best-first')]
  const matches = (outcomes: typeof ours) => outcomes.reduce((sum, outcome) => sum + outcome.matches, 0)
  expect(matches(ours)).toBeGreaterThan(matches(random))
  expect(matches(ours)).toBeGreaterThan(matches(best))
  for (const { gini, unseen, lostLikes } of ours) {
    expect(gini).toBeLessThan(0.35)
    expect(unseen).toBeLessThan(0.025)
    expect(lostLikes).toBeLessThan(0.15)
  }
})

test('a shuffle fails, although it gets the likers and the activity too', async () => {
  const world = reduced('base')
  expect(await missed(world, 'random')).not.toEqual([])
  expect(judged([{ text: 'a bar', met: false }])).toBe(false)
})

test('bots that like everyone are shown hardly more than anybody else', async () => {
  const world = { ...reduced('a quarter very picky, 3 % bots'), bots: 0.06 }
  const bots = async (order: OrderName) => (await runs(world, order)).map((outcome) => outcome.bots ?? 0)
  for (const share of await bots('ours')) expect(share).toBeLessThan(1.2)
  for (const share of await bots('random')) expect(share).toBeGreaterThan(1.2)
})
