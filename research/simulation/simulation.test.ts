import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { barsOf, intervalOf, missedByShuffle, missedOf } from './bars.ts'
import { openKept } from './kept.ts'
import type { OrderName } from './orders.ts'
import type { Outcome } from './outcome.ts'
import { simulate } from './run.ts'
import { worlds, type World } from './worlds.ts'

// A reduced form of npm run simulate, with smaller worlds and only two weeks.

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
test('the order makes more matches than a shuffle and than best-first, and leaves no one out', async () => {
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

test.each(['base', 'a minority with distaste'])(
  'a shuffle fails in the world “%s”, although it gets the likers and the activity too',
  async (name) => {
    const world = reduced(name)
    const shuffle = { random: await runs(world, 'random'), best: await runs(world, 'best-first') }
    expect(missedByShuffle(world, shuffle)).toEqual([expect.stringMatching(/^matches × 0\..* of best-first/)])
  },
)

test('a minority that others like less is shown more often than by best-first, and a bar says how often', async () => {
  const world = reduced('a minority with distaste')
  const shown = async (order: OrderName) => (await runs(world, order)).map(({ minority }) => minority ?? 0)
  const [ours, best] = [await shown('ours'), await shown('best-first')]
  for (const [nth, share] of ours.entries()) expect(share).toBeGreaterThan(best[nth]!)
  // The minority is shown less because it is liked less: others who are liked as often aren't shown more.
  for (const { minorityOfEquals } of await runs(world, 'ours')) expect(minorityOfEquals).toBeGreaterThan(0.95)
  const missedWith = async (minority: number) => {
    const same = (await runs(world, 'ours')).map((outcome) => ({ ...outcome, minority }))
    return missedOf(barsOf(world, { ours: same, random: same, best: same })).filter((text) => /minority/.test(text))
  }
  expect(await missedWith(0.8)).toEqual([])
  expect(await missedWith(0.79)).toHaveLength(1)
})

test('the interval of five seeds is that of Student’s t', () => {
  expect(intervalOf([1, 2, 3, 4, 5])).toBe('3.00 (1.03 to 4.97)')
  expect(intervalOf([0.1, 0.1], (share) => share.toFixed(1))).toBe('0.1 (0.1 to 0.1)')
  expect(intervalOf([7])).toBe('7.00')
})

test('bots that like everyone are shown hardly more than anybody else', async () => {
  const world = { ...reduced('a quarter very picky, 3% bots'), bots: 0.06 }
  const bots = async (order: OrderName) => (await runs(world, order)).map((outcome) => outcome.bots ?? 0)
  for (const share of await bots('ours')) expect(share).toBeLessThan(1.2)
  for (const share of await bots('random')) expect(share).toBeGreaterThan(1.2)
})

test('an interrupted simulation goes on with the results of each world and seed that it has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-simulation-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [world, other] = [reduced('80% gone'), reduced('weak tastes')]
  const [outcome] = await runs(reduced('base'), 'best-first')
  openKept(folder).add(world, 'one', 'best-first', outcome!)
  openKept(folder).add(world, 'one', 'random', { ...outcome!, matches: 1 })
  const kept = openKept(folder)
  expect(kept.read(world, 'one')).toEqual({ 'best-first': outcome, random: { ...outcome, matches: 1 } })
  expect([kept.read(world, 'two'), kept.read(other, 'one')]).toEqual([{}, {}])
})
