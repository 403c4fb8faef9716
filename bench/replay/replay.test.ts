import { expect, test } from 'vitest'
import { seededRandom } from '../../server/src/features/discovery/deck/rules.ts'
import { aucOf, bootstrapped, coverageOf } from './measures.ts'
import { pairsOf } from './pairs.ts'
import { readChoices } from './read-choices.ts'

const random = seededRandom('dates')
const some = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Evenings at which twelve women and twelve men choose about each other. */
function evenings(count: number): string {
  const lines = ['who,whom,when,likes,event,group,otherGroup']
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

test('on dates that follow likes and being liked, the chance is no worse than the marginal product, and calibrated', async () => {
  const choices = readChoices(evenings(24))
  const pairs = await pairsOf(choices, 8)
  expect(pairs).toHaveLength(24 * 144)
  const measures = bootstrapped(pairs, 60)
  expect(measures.get('AUC of the chance')!.value).toBeGreaterThan(0.6)
  expect(measures.get('gain of AUC')!.low).toBeGreaterThan(-0.015)
  expect(measures.get('gain of Brier score')!.value).toBeGreaterThan(0)
  expect(measures.get('slope of calibration')!.value).toBeGreaterThan(0.8)
  expect(measures.get('slope of calibration')!.value).toBeLessThan(1.25)
})

test('ties count half in an AUC', () => {
  const pair = (chance: number, mutual: boolean) => ({ person: 'a', chance, mutual, product: 0 })
  expect(aucOf([pair(0.9, true), pair(0.1, false)], ({ chance }) => chance)).toBe(1)
  expect(aucOf([pair(0.1, true), pair(0.9, false)], ({ chance }) => chance)).toBe(0)
  expect(aucOf([pair(0.5, true), pair(0.5, false), pair(0.5, false)], ({ chance }) => chance)).toBe(0.5)
})

test('a table needs its columns, and may say how intervals did', () => {
  expect(() => readChoices('who,whom\na,b')).toThrow('when')
  expect(() => readChoices('who,whom,when,likes\na,b,soon,yes')).toThrow('soon')
  const table = 'who,whom,when,likes,low,high,truth\na,b,2026-11-02,yes,40,60,50\nb,a,2026-11-01,no,40,60,70'
  const choices = readChoices(table)
  expect(choices.map(({ who, likes }) => [who, likes])).toEqual([
    ['b', false],
    ['a', true],
  ])
  expect(coverageOf(choices)).toBe(0.5)
  expect(coverageOf(choices.map((each) => ({ ...each, truth: null })))).toBeNull()
})
