import { expect, test } from 'vitest'
import {
  PAGE_SIZE,
  activityOf,
  contenders,
  isAwayWith,
  composePage,
  likerRank,
  mayTakeLikerSlot,
  parameters,
  poolFor,
  rank,
  seededRandom,
  shrunk,
  turnOf,
  defaultGroupOrder,
  capInactive,
  worthOfLikes,
  type Candidate,
} from './rules.ts'

const group = { ...defaultGroupOrder, meanShown: 10 }
const average = { gaveLikes: 40, gave: 100, gotLikes: 40, got: 100, shown: 10, group }
const candidate = (more: Partial<Candidate> = {}): Candidate => ({
  id: 'x',
  ...average,
  activity: 1,
  isAway: false,
  turn: 1,
  compatibility: null,
  ...more,
})

test('mutual likes rank first, and people shown often rank lower', () => {
  const of = (more: Partial<Candidate>) => rank(average, candidate(more))
  expect(of({ gotLikes: 80 })).toBeGreaterThan(of({}))
  expect(of({ gaveLikes: 80 })).toBeGreaterThan(of({}))
  expect(of({ shown: 40 })).toBeLessThan(of({}))
  expect(of({ activity: 0.5 })).toBe(of({}) / 2)
})

test('a score counts, and two choices of others count more', () => {
  const of = (more: Partial<Candidate>) =>
    rank(average, candidate({ gaveLikes: 0, gave: 0, gotLikes: 0, got: 0, ...more }))
  expect(of({ compatibility: 90 })).toBeGreaterThan(of({ compatibility: 50 }))
  expect(of({ compatibility: 50, gotLikes: 2, got: 2 })).toBeGreaterThan(of({ compatibility: 100 }))
})

test('the parameters of a group change what is expected of its members', () => {
  const eager = { ...group, gives: { likes: 6, of: 8 }, usual: 1 }
  const [first, second] = [candidate({ gave: 0, gaveLikes: 0 }), candidate({ gave: 0, gaveLikes: 0, group: eager })]
  expect(rank(average, second)).toBeGreaterThan(rank(average, first))
})

test('the likes of members who like everyone are worth little, and get no place of their own', () => {
  const everyone = candidate({ gaveLikes: 100, gave: 100 })
  expect(worthOfLikes(average)).toBe(1)
  expect(worthOfLikes(everyone)).toBeLessThan(0.3)
  expect(rank(average, everyone)).toBeLessThan(rank(average, candidate()))
  expect([everyone, candidate(), candidate({ gaveLikes: 5, gave: 5 })].map(mayTakeLikerSlot)).toEqual([
    false,
    true,
    true,
  ])
})

test('people who like the viewer are chosen by how likely it is mutual, and by the same price of exposure', () => {
  const of = (more: Partial<Candidate>) => likerRank(average, candidate(more))
  expect(of({ gotLikes: 80 })).toBeGreaterThan(of({}))
  expect(of({ shown: 30 })).toBe(of({ shown: 10 }) / 4)
  expect(of({ gaveLikes: 10 })).toBe(of({ gaveLikes: 60 }))
})

test('people with little data are compared with more candidates', () => {
  expect([0, 25, 20_000].map((gave) => poolFor({ gave }))).toEqual([150, 105, 60])
})

test('of each two people, one is to be shown the other first, and it is as often either', () => {
  const drawn = (pair: string) => seededRandom(pair)()
  const ids = Array.from({ length: 60 }, (_, nth) => `person ${nth}`)
  const pairs = ids.flatMap((one) => ids.filter((other) => other !== one).map((other) => [one, other] as const))
  for (const [one, other] of pairs)
    expect(turnOf(one, other, drawn) + turnOf(other, one, drawn)).toBe(1 + parameters.otherTurn)
  const first = pairs.filter(([one, other]) => one < other && turnOf(one, other, drawn) === 1).length
  expect(Math.abs(first / pairs.length - 0.25)).toBeLessThan(0.03)
  expect(rank(average, candidate({ turn: 0.5 }))).toBe(rank(average, candidate()) / 2)
})

test('people who have been away for long get one place in ten, the best of them, and leave the others to the rest', () => {
  expect([1, 0.6, 0.3, 0.1, 0.02].map(isAwayWith)).toEqual([false, false, false, true, true])
  const people = Array.from({ length: 60 }, (_, nth) =>
    candidate({ id: `p${nth}`, isAway: nth % 2 === 0, activity: nth % 2 ? 1 : 0.1, gotLikes: 10 + nth }),
  )
  const chosen = contenders(average, people, PAGE_SIZE)
  const ranked = chosen.toSorted((a, b) => rank(average, b) - rank(average, a))
  const page = capInactive(ranked, PAGE_SIZE).slice(0, PAGE_SIZE)
  expect(page).toHaveLength(PAGE_SIZE)
  const away = capInactive(
    people.toReversed().filter(({ isAway }) => isAway),
    PAGE_SIZE,
  )
  expect(away.map(({ id }) => id)).toEqual(['p58', 'p56'])
  expect(chosen.map(({ id }) => id)).toEqual(expect.arrayContaining(['p58', 'p56', 'p59']))
})

test("a few choices don't swing a ranking to either extreme", () => {
  expect(shrunk(3, 3)).toBeLessThan(0.61)
  expect(shrunk(0, 3)).toBeGreaterThan(0.25)
})

test('activity counts in steps, and hidden activity always the same', () => {
  const now = new Date()
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const after = [0, 2, 5, 10, 20, 31]
  expect(after.map((days) => activityOf(ago(days), true, now))).toEqual([1, 0.9, 0.6, 0.3, 0.1, 0.02])
  expect(after.map((days) => activityOf(ago(days), false, now))).toEqual([0.6, 0.6, 0.6, 0.6, 0.6, 0.6])
  expect([activityOf(null, true, now), activityOf(null, false, now)]).toEqual([0.02, 0.6])
})

test('at most half of a page already likes the viewer, and at most one slot in ten is boosted', () => {
  const ranked = Array.from({ length: 100 }, (_, at) => `r${at}`)
  const likers = Array.from({ length: 30 }, (_, at) => `l${at}`)
  const places = new Set<number>()
  for (let seed = 0; seed < 200; seed++) {
    const page = composePage(ranked, likers, ['b0', 'b1', 'b2'], 20, seededRandom(`seed ${seed}`))
    expect(page).toHaveLength(20)
    expect(page.filter(({ id }) => id.startsWith('l'))).toHaveLength(10)
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
      candidate({ id: `p${at}`, gave: some(90), gaveLikes: 0, got: some(90), gotLikes: 0, shown: some(40) }),
    ).map((each) => ({ ...each, gaveLikes: some(each.gave + 1), gotLikes: some(each.got + 1) }))
    const known = people.map((each) => ({ ...each, compatibility: some(101) }))
    const best = known.toSorted((a, b) => rank(average, b) - rank(average, a)).slice(0, 20)
    const contending = new Set(contenders(average, people, 20).map(({ id }) => id))
    expect(best.filter(({ id }) => !contending.has(id))).toEqual([])
  }
})

test('over 4,000 decks a place reveals nothing about who already likes the viewer', () => {
  const ranked = Array.from({ length: 40 }, (_, nth) => `r${nth}`)
  const likers = Array.from({ length: 19 }, (_, nth) => `l${nth}`)
  const decks = 4000
  const at = Array.from({ length: PAGE_SIZE }, () => 0)
  for (let deck = 0; deck < decks; deck++)
    composePage(ranked, likers, [], PAGE_SIZE, seededRandom(`viewer ${deck}`)).forEach(({ id }, place) => {
      if (id.startsWith('l')) at[place]! += 1
    })
  const share = (at.reduce((sum, count) => sum + count, 0) / decks / PAGE_SIZE) * 100
  expect(share).toBe(50)
  for (const [place, count] of at.entries())
    expect(Math.abs((count / decks) * 100 - share), `place ${place + 1}`).toBeLessThan(4)
})
