import { expect, test } from 'vitest'
import { seededRandom } from '../../server/src/features/discovery/deck/rules.ts'
import { aucOf, bootstrapped, coverageOf } from './measures.ts'
import { halvesOf } from './halves.ts'
import { pairsOf, type Pair } from './pairs.ts'
import { readChoices } from './read-choices.ts'

const random = seededRandom('dates')
const some = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Events at which twelve women and twelve men swipe each other. */
function evenings(count: number): string {
  const lines = ['from,to,when,likes,event,group,otherGroup']
  for (let evening = 0; evening < count; evening++) {
    const people = Array.from({ length: 24 }, (_, nth) => ({
      id: `${evening}-${nth}`,
      group: nth < 12 ? 'woman' : 'man',
      readily: (nth < 12 ? -0.6 : 0) + 0.9 * some(),
      liked: some(),
    }))
    for (let round = 0; round < 12; round++)
      for (const [nth, one] of people.slice(0, 12).entries()) {
        const other = people[12 + ((nth + round) % 12)]!
        for (const [a, b] of [
          [one, other],
          [other, one],
        ] as const) {
          const likes = random() < 1 / (1 + Math.exp(-(a.readily + b.liked + 0.8 * some())))
          lines.push([a.id, b.id, round, likes ? 'yes' : 'no', `evening ${evening}`, a.group, b.group].join(','))
        }
      }
  }
  return lines.join('\n')
}

test('on dates that follow likes and being liked, the chance is no worse than the rival, and calibrated', async () => {
  const choices = readChoices(evenings(24))
  const pairs = await pairsOf(halvesOf(choices), 8)
  expect(pairs).toHaveLength(24 * 144)
  const measures = bootstrapped(pairs, 60)
  expect(measures.get('AUC of the chance')!.value).toBeGreaterThan(0.6)
  expect(measures.get('gain of AUC')!.low).toBeGreaterThan(-0.015)
  expect(measures.get('gain of Brier score')!.low).toBeGreaterThan(-0.005)
  const { value, low, high } = measures.get('mean chance')!
  expect(Math.abs(value - measures.get('share that was mutual')!.value)).toBeLessThan(0.03)
  expect([low, high]).toEqual([expect.closeTo(value, 1), expect.closeTo(value, 1)])
  expect(measures.get('slope of calibration')!.value).toBeGreaterThan(0.8)
  expect(measures.get('slope of calibration')!.value).toBeLessThan(1.25)
})

test('ties count half in an AUC', () => {
  const pair = (chance: number, mutual: boolean): Pair => ({ people: ['a', 'b'], event: '', chance, mutual, rival: 0 })
  expect(aucOf([pair(0.9, true), pair(0.1, false)], ({ chance }) => chance)).toBe(1)
  expect(aucOf([pair(0.1, true), pair(0.9, false)], ({ chance }) => chance)).toBe(0)
  expect(aucOf([pair(0.5, true), pair(0.5, false), pair(0.5, false)], ({ chance }) => chance)).toBe(0.5)
})

test('the rival has its mean from the event and the group of who chooses, and a prior of six', async () => {
  const lines = ['from,to,when,likes,event,group,otherGroup']
  const add = (from: string, to: string, likes: boolean, event: string) => {
    const groups = from.includes('w') ? 'woman,man' : 'man,woman'
    lines.push(`${event}${from},${event}${to},1,${likes ? 'yes' : 'no'},${event},${groups}`)
  }
  for (const event of ['first', 'second'])
    for (const woman of ['w0', 'w1', 'w2'])
      for (const man of ['m0', 'm1', 'm2']) {
        // Women like one man. Men like everyone at the first event and no one at the second.
        add(woman, man, man === 'm1', event)
        add(man, woman, event === 'first', event)
      }
  const pairs = await pairsOf(halvesOf(readChoices(lines.join('\n'))), 2)
  const rivalOf = (one: string, other: string) =>
    pairs.find(({ people }) => people.includes(one) && people.includes(other))!.rival
  const logit = (share: number) => Math.log(share / (1 - share))
  const moved = (mean: number, ...likes: number[]) => {
    const sum = likes.reduce((all, of) => all + logit((of + 6 * mean) / 8) - logit(mean), logit(mean))
    return 1 / (1 + Math.exp(-sum))
  }
  // Of the two others, the woman likes one or none, and either both like the man or neither does.
  expect(rivalOf('firstw0', 'firstm1')).toBeCloseTo(moved(0.35, 0, 2) * moved(0.95, 2, 2), 10)
  expect(rivalOf('secondw0', 'secondm0')).toBeCloseTo(moved(0.35, 1, 0) * moved(0.05, 0, 0), 10)
})

const madeOf = (people: Pair['people'], event: string, mutual: boolean): Pair => ({
  people,
  event,
  mutual,
  chance: 0.5,
  rival: 0.5,
})
const spreadOf = (pairs: readonly Pair[]) => {
  const { low, high } = bootstrapped(pairs, 200).get('share that was mutual')!
  return high - low
}

test('both people of a pair are drawn again, or whole events if there are enough', () => {
  // Six people swipe forty others each. Forty copies of one result add little evidence.
  const many = Array.from({ length: 40 }, (_, nth) => nth)
  const shared = [0, 1, 2, 3, 4, 5].flatMap((other) =>
    many.map((one) => madeOf([`a${one}`, `z${other}`], '', other < 3)),
  )
  expect(spreadOf(shared)).toBeGreaterThan(0.5)
  const apart = shared.map((pair, nth): Pair => ({ ...pair, people: [`a${nth}`, `z${nth}`] }))
  expect(spreadOf(apart)).toBeLessThan(0.4)
  const evenings = apart.map((pair, nth): Pair => ({ ...pair, event: `evening ${Math.floor(nth / 20)}` }))
  expect(spreadOf(evenings)).toBeGreaterThan(0.4)
})

const HEAD = 'from,to,when,likes'
const people = (count: number) => Array.from({ length: count }, (_, nth) => `p${nth}`)
const everyone = (event: (nth: number) => string) =>
  people(40).flatMap((from) => people(40).map((to, nth) => `${from},${to},1,yes,${event(nth)}`))

test('events are in either half in turn, and people without events by lot', () => {
  const halvesFor = (event: (nth: number) => string) =>
    halvesOf(readChoices([`${HEAD},event`, ...everyone(event)].join('\n')))
  const odd = halvesFor((nth) => ['a', 'c'][nth % 2]!)
  expect(odd.halves.map(({ length }) => length)).toEqual([800, 800])
  expect(odd.warnings).toContain('40 people are in events of both halves: parameters know them already.')
  const alone = halvesFor(() => '')
  const [one, other] = alone.halves
  for (const half of alone.halves) expect(half.length).toBeGreaterThan(200)
  const ids = new Set(one.map(({ from }) => from))
  expect(other.some(({ from, to }) => ids.has(from) || ids.has(to))).toBe(false)
  const between = 1600 - one.length - other.length
  expect(alone.warnings).toContain(`${between} of 1600 choices are left out because they are between the halves.`)
  expect(alone.warnings.join()).toContain('to fit on in one half')
  expect(() => halvesFor(() => 'one evening')).toThrow('in one half')
  expect(() => halvesFor((nth) => ['an evening', ''][nth % 2]!)).toThrow('others don’t')
})

test('nothing is warned of with enough choices at events', () => {
  expect(halvesOf(readChoices(evenings(24))).warnings).toEqual([])
})

test.each([
  ['likes that are neither yes nor no', 'likes', '1.0', 'neither yes nor no'],
  ['likes that are missing', 'likes', '', 'neither yes nor no'],
  ['quotes', 'group', '"woman"', 'quotes'],
  ['a score that is no number', 'score', '84%', 'no number'],
  ['a bound that is no number', 'high', 'n/a', 'no number'],
  ['nobody in from', 'from', '', 'the person it’s about'],
  ['a group without that of the other', 'otherGroup', null, 'together'],
])('a table with %s is refused', (_, column, value, message) => {
  const good = { from: 'a', to: 'b', when: '1', likes: 'no', group: 'w', otherGroup: 'm', score: '50', high: '60' }
  const tableOf = (cells: Record<string, string | null>) => {
    const some = Object.entries(cells).filter(([, cell]) => cell !== null)
    return [some.map(([name]) => name).join(), some.map(([, cell]) => cell).join()].join('\n')
  }
  expect(readChoices(tableOf(good))[0]).toMatchObject({ likes: false, score: 50, high: 60, low: null })
  expect(() => readChoices(tableOf({ ...good, [column]: value }))).toThrow(message)
})

test('a table needs its columns, and may say how intervals did', () => {
  expect(() => readChoices('from,to\na,b')).toThrow('when')
  expect(() => readChoices('from,to,when,likes\na,b,soon,yes')).toThrow('soon')
  const table = 'from,to,when,likes,low,high,truth\na,b,2026-11-02,yes,40,60,50\nb,a,2026-11-01,no,40,60,70'
  const choices = readChoices(table)
  expect(choices.map(({ from, likes }) => [from, likes])).toEqual([
    ['b', false],
    ['a', true],
  ])
  expect(coverageOf(choices)).toBe(0.5)
  expect(coverageOf(choices.map((each) => ({ ...each, truth: null })))).toBeNull()
})
