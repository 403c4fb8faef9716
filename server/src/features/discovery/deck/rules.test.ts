import { expect, test } from 'vitest'
import { BLOCK, activityOf, contenders, layOut, poolFor, rank, seededRandom, shrunk, type Candidate } from './rules.ts'

const average = { gaveLikes: 40, gave: 100, gotLikes: 40, got: 100, shown: 10 }
const somebody = (more: Partial<Candidate> = {}): Candidate => ({
  id: 'x',
  ...average,
  activity: 1,
  compatibility: null,
  ...more,
})

test('mutual likes rank first, and people shown often rank lower', () => {
  const of = (more: Partial<Candidate>) => rank(average, somebody(more), 10)
  expect(of({ gotLikes: 80 })).toBeGreaterThan(of({}))
  expect(of({ gaveLikes: 80 })).toBeGreaterThan(of({}))
  expect(of({ shown: 40 })).toBeLessThan(of({}))
  expect(of({ activity: 0.5 })).toBe(of({}) / 2)
})

test('a score counts while little is known, and hardly later', () => {
  const [fresh, old] = [{ gaveLikes: 0, gave: 0, gotLikes: 0, got: 0, shown: 0 }, average]
  const gain = (who: typeof fresh) =>
    rank(who, somebody({ ...who, compatibility: 90 }), 10) / rank(who, somebody({ ...who, compatibility: 50 }), 10)
  expect(gain(fresh)).toBeGreaterThan(gain(old))
  expect(gain(old)).toBeGreaterThan(1)
})

test('people with little data are compared with more candidates', () => {
  expect([0, 25, 20_000].map((gave) => poolFor({ gave }))).toEqual([150, 105, 60])
})

test("a few choices don't swing a ranking to either extreme", () => {
  expect(shrunk(3, 3)).toBeLessThan(0.5)
  expect(shrunk(0, 3)).toBeGreaterThan(0.3)
})

test('hidden activity counts the same, whenever they were last active', () => {
  const now = new Date()
  expect(activityOf(now, false, now)).toBe(activityOf(null, false, now))
})

test('at most a quarter of a page already likes the viewer, and at most one place in ten is boosted', () => {
  const ranked = Array.from({ length: 100 }, (_, at) => `r${at}`)
  const likers = Array.from({ length: 30 }, (_, at) => `l${at}`)
  const places = new Set<number>()
  for (let seed = 0; seed < 200; seed++) {
    const page = layOut(ranked, likers, ['b0', 'b1', 'b2'], 20, seededRandom(`seed ${seed}`))
    expect(page).toHaveLength(20)
    expect(page.filter(({ id }) => id.startsWith('l'))).toHaveLength(5)
    const boosted = page.flatMap((each, at) => (each.boosted ? [at] : []))
    expect(boosted).toHaveLength(2)
    expect(boosted.filter((at) => at < 10).length).toBeLessThanOrEqual(1)
    page.forEach(({ id }, at) => id.startsWith('l') && places.add(at))
  }
  expect(places.size).toBe(20)
})

test('anyone who could rank among the best is a candidate, whatever the scores', () => {
  const random = seededRandom('contenders')
  const some = (most: number) => Math.floor(random() * most)
  for (let round = 0; round < 50; round++) {
    const people = Array.from({ length: 200 }, (_, at) =>
      somebody({ id: `p${at}`, gave: some(90), gaveLikes: 0, got: some(90), gotLikes: 0, shown: some(40) }),
    ).map((each) => ({ ...each, gaveLikes: some(each.gave + 1), gotLikes: some(each.got + 1) }))
    const known = people.map((each) => ({ ...each, compatibility: some(101) }))
    const best = known.toSorted((a, b) => rank(average, b, 10) - rank(average, a, 10)).slice(0, 20)
    const contending = new Set(contenders(average, people, 10, 20).map(({ id }) => id))
    expect(best.filter(({ id }) => !contending.has(id))).toEqual([])
  }
})

test('over 1,000 decks a place reveals nothing about who already likes the viewer', () => {
  const ranked = Array.from({ length: 40 }, (_, nth) => `r${nth}`)
  const likers = Array.from({ length: 9 }, (_, nth) => `l${nth}`)
  const decks = 1000
  const at = Array.from({ length: BLOCK }, () => 0)
  for (let deck = 0; deck < decks; deck++)
    layOut(ranked, likers, [], BLOCK, seededRandom(`viewer ${deck}`)).forEach(({ id }, place) => {
      if (id.startsWith('l')) at[place]! += 1
    })
  const share = (at.reduce((sum, count) => sum + count, 0) / decks / BLOCK) * 100
  expect(share).toBe(25)
  for (const [place, count] of at.entries())
    expect(Math.abs((count / decks) * 100 - share), `place ${place + 1}`).toBeLessThan(5)
})
